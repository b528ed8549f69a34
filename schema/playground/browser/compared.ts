import { element } from './dom.ts';

/** A line of JSON, and whether the owner sees more or something else there. */
interface Line {
  /** The number of characters before the text. */
  depth: number;
  text: string;
  differs: 'withheld' | 'other' | null;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** JSON of a value, line by line. Where the owner sees something else, a line says so. */
function linesOf(value: unknown, owner: unknown, depth: number, before: string): Line[] {
  const line = (text: string, differs: Line['differs'] = null): Line => ({ depth, text, differs });
  if (!isObject(value)) {
    if (owner === undefined || value === owner) return [line(`${before}${JSON.stringify(value)}`)];
    if (value === null) return [line(`${before}null  ← withheld`, 'withheld')];
    return [line(`${before}${JSON.stringify(value)}`, 'other')];
  }
  const inner = depth + 2;
  if (Array.isArray(value)) {
    const known = Array.isArray(owner) ? owner : value;
    const lines = value.flatMap((item: unknown) => linesOf(item, counterpart(item, known), inner, ''));
    const missing = known.length - value.length;
    if (missing > 0) lines.push({ depth: inner, text: `← ${missing} more for the owner`, differs: 'withheld' });
    return [line(`${before}[`), ...lines, line(']')];
  }
  const known = isObject(owner) ? owner : value;
  const lines = Object.entries(value).flatMap(([name, item]) => linesOf(item, known[name], inner, `${name}: `));
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

/** Shows data, with marks where the owner sees more or something else, and returns the number of these marks as well. */
export function compared(data: unknown, owner: unknown): { shown: HTMLElement; marks: number } {
  const lines = linesOf(data, owner, 0, '');
  const shown = element('pre', { tabindex: '0' }, ...lines.map(lineElement));
  return { shown, marks: lines.filter((line) => line.differs).length };
}

function lineElement({ depth, text, differs }: Line): HTMLElement {
  const made = element(differs ? 'mark' : 'span', { class: differs ?? false }, `${text}\n`);
  made.style.setProperty('--depth', String(depth));
  return made;
}
