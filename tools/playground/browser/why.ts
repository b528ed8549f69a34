import { element } from './dom.ts';

/** What `explainVisibility` says of one place. */
interface Explained {
  place: string;
  isShown: boolean;
  sentence: string;
  conditions: { name: string; holds: boolean; decides: boolean; sentence: string }[];
  seenBy: string[];
}

const explanation = `query Why($id: ID!, $viewerId: ID) {
  explainVisibility(id: $id, viewerId: $viewerId) { place isShown sentence conditions { name holds decides sentence } seenBy }
}`;

/** Sends a document with a key, and returns its data. @throws Error with the sentence of the first error */
export async function ask<Data>(authorization: string, query: string, variables: unknown): Promise<Data> {
  const headers = { 'Content-Type': 'application/json', Authorization: authorization };
  const response = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  const { data, errors } = (await response.json()) as { data?: Data; errors?: { message: string }[] };
  if (errors?.[0] || !data) throw new Error(errors?.[0]?.message ?? 'There is no answer.');
  return data;
}

/** The ids that the arguments of the fields of a document name, by the names of these fields in the answer. */
export function idsInArguments(document: string, variables: unknown): Map<string, string> {
  const values = (variables ?? {}) as Record<string, unknown>;
  const found = new Map<string, string>();
  for (const { index, 1: given = '' } of document.matchAll(/\(([^()]*)\)/g)) {
    // The name in the answer is the first word of `alias: field`, or the field itself.
    const before = document.slice(Math.max(0, index - 200), index).replaceAll(':', ' : ');
    const [field = '', colon, alias] = before.split(/\s/).filter(Boolean).reverse();
    const [, name, literal] = /\b(?:id|\w+Id)\s*:\s*(?:\$(\w+)|"([^"]*)")/.exec(given) ?? [];
    const id = literal ?? (name === undefined ? undefined : values[name]);
    if (typeof id === 'string') found.set(colon === ':' && alias ? alias : field, id);
  }
  return found;
}

/** A button that shows why a person sees a thing or does not. @param viewerId the integer id of the person, or the global one */
export function whyButton(id: string, viewerId: number | string, staffKey: string): HTMLElement {
  const button = element('button', { type: 'button', class: 'why' }, 'why?');
  button.addEventListener('click', () => {
    const viewer = typeof viewerId === 'string' ? viewerId : btoa(`User:${viewerId}`).replaceAll('=', '');
    const authorization = staffKey.includes(' ') ? staffKey : `Bearer ${staffKey}`;
    void ask<{ explainVisibility: Explained[] | null }>(authorization, explanation, { id, viewerId: viewer })
      .then(({ explainVisibility }) =>
        explainVisibility
          ? show(...explanationOf(explainVisibility))
          : show(element('h2', {}, 'There is no such object.')),
      )
      .catch((error: unknown) =>
        show(element('p', { role: 'alert' }, error instanceof Error ? error.message : String(error))),
      );
  });
  return button;
}

/** The sentence and what decides come first, and everything else is folded. */
function explanationOf([first, ...others]: readonly Explained[]): HTMLElement[] {
  if (!first) return [];
  // Of a thing that is seen, a field is null because a rule of its own withholds it, or because it has no value.
  const withheld = first.isShown ? others.filter(({ isShown, place }) => !isShown && !place.startsWith('in ')) : [];
  const ofFields = withheld.map(({ sentence }) => element('p', {}, sentence));
  if (first.isShown)
    ofFields.push(element('p', {}, 'A field of it that is null has no value, or leads to something that is withheld.'));
  const rest = [
    conditionList(first.conditions.filter(({ decides }) => !decides)),
    seenByPart(first),
    ...others.map((place) =>
      element(
        'section',
        {},
        element('h3', {}, place.sentence),
        conditionList(place.conditions.filter(({ decides }) => decides)),
        seenByPart(place),
      ),
    ),
  ];
  return [
    element('h2', {}, first.sentence),
    ...ofFields,
    conditionList(first.conditions.filter(({ decides }) => decides)),
    element('details', {}, element('summary', {}, 'All conditions, and the other places'), ...rest),
  ];
}

/** The conditions as sentences; those that say the same are one. */
function conditionList(conditions: Explained['conditions']): HTMLElement {
  const items = [...Map.groupBy(conditions, ({ sentence }) => sentence)].map(([sentence, same]) => {
    const text = `${sentence} (${same.map(({ name, holds }) => `${name}: ${holds ? 'yes' : 'no'}`).join(', ')})`;
    return element('li', {}, same.some(({ decides }) => decides) ? element('mark', {}, text) : text);
  });
  return element('ul', {}, ...items);
}

function seenByPart({ seenBy, conditions }: Explained): HTMLElement {
  const isFar = conditions.some(({ name, holds }) => name === 'near' && !holds);
  const who = seenBy.length > 0 ? seenBy.join(', ') : isFar ? 'nobody who is so far away' : 'nobody';
  return element('p', { class: 'soft' }, `Who sees this: ${who}.`);
}

function show(...parts: readonly HTMLElement[]): void {
  const close = element('button', { type: 'button', class: 'close' }, 'Close');
  const dialog = element('dialog', { class: 'explained', 'aria-label': 'Why' }, ...parts, close);
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
