import { element } from './dom.ts';

/** A line of JSON, and whether the owner sees more or something else there. */
interface Line {
  /** The number of characters before the text. */
  depth: number;
  text: string;
  differs: 'withheld' | 'other' | null;
  /** The global id of what is withheld, or of what it belongs to; null if it is not known. */
  thing: string | null;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The id of a thing of an answer. */
const idOf = (value: unknown) => (isObject(value) && typeof value['id'] === 'string' ? value['id'] : null);

/**
 * JSON of a value, line by line. Where the owner sees something else, a line says so.
 * @param thing the id of what is around it
 * @param root the ids of root fields, at the top
 */
function linesOf(
  value: unknown,
  owner: unknown,
  depth: number,
  before: string,
  thing: string | null,
  root: ReadonlyMap<string, string> = new Map(),
): Line[] {
  const own = idOf(value) ?? idOf(owner) ?? thing;
  const line = (text: string, differs: Line['differs'] = null): Line => ({ depth, text, differs, thing: own });
  if (!isObject(value)) {
    if (owner === undefined || value === owner) return [line(`${before}${JSON.stringify(value)}`)];
    if (value === null) return [line(`${before}null  ← withheld`, 'withheld')];
    return [line(`${before}${JSON.stringify(value)}`, 'other')];
  }
  const inner = depth + 2;
  if (Array.isArray(value)) {
    const known = Array.isArray(owner) ? owner : value;
    const lines = value.flatMap((item: unknown) => linesOf(item, counterpart(item, known), inner, '', own));
    const missing = known.length - value.length;
    const first = known.find((item) => !value.some((other) => idOf(other) === idOf(item)));
    const text = `← ${missing} more for the owner`;
    if (missing > 0) lines.push({ depth: inner, text, differs: 'withheld', thing: idOf(first) });
    return [line(`${before}[`), ...lines, line(']')];
  }
  const known = isObject(owner) ? owner : value;
  const lines = Object.entries(value).flatMap(([name, item]) =>
    linesOf(item, known[name], inner, `${name}: `, root.get(name) ?? own),
  );
  return [line(`${before}{`), ...lines, line('}')];
}

/** What stands in the place of an item in the list of the owner: the object with the same id, or an equal one. */
function counterpart(item: unknown, known: readonly unknown[]): unknown {
  const id = isObject(item) ? item['id'] : undefined;
  const text = JSON.stringify(item);
  return known.find((other) =>
    id === undefined ? JSON.stringify(other) === text : isObject(other) && other['id'] === id,
  );
}

/**
 * Shows data, with marks where the owner sees more or something else, and returns the number of these marks as well.
 * @param named the ids that the arguments of root fields name, by the names of these in the answer
 * @param why what stands behind a line whose thing is withheld
 */
export function compared(
  data: unknown,
  owner: unknown,
  named: ReadonlyMap<string, string>,
  why: (thing: string) => HTMLElement | undefined,
): { shown: HTMLElement; marks: number } {
  const lines = linesOf(data, owner, 0, '', null, named);
  const shown = element('pre', { tabindex: '0' }, ...lines.map((line) => lineElement(line, why)));
  return { shown, marks: lines.filter((line) => line.differs).length };
}

function lineElement(
  { depth, text, differs, thing }: Line,
  why: (thing: string) => HTMLElement | undefined,
): HTMLElement {
  const asked = differs === 'withheld' && thing !== null ? (why(thing) ?? null) : null;
  const made = element(differs ? 'mark' : 'span', { class: differs ?? false }, text, asked, '\n');
  made.style.setProperty('--depth', String(depth));
  return made;
}
