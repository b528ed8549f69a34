import { element } from './dom.ts';

/** What `explainVisibility` says of one place. */
interface Explained {
  place: string;
  isShown: boolean;
  conditions: { name: string; holds: boolean }[];
  seenBy: string[];
}

const explanation = `query Why($id: ID!, $viewerId: ID) {
  explainVisibility(id: $id, viewerId: $viewerId) { place isShown conditions { name holds } seenBy }
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
        show(explainVisibility?.map(placePart) ?? [element('p', {}, 'There is no such object.')]),
      )
      .catch((error: unknown) =>
        show([element('p', { role: 'alert' }, error instanceof Error ? error.message : String(error))]),
      );
  });
  return button;
}

function placePart({ place, isShown, conditions, seenBy }: Explained): HTMLElement {
  const named = conditions.map(({ name, holds }) => `${name}: ${holds ? 'yes' : 'no'}`);
  return element(
    'section',
    {},
    element('h3', {}, `${place}: ${isShown ? 'shown' : 'not shown'}`),
    element('p', {}, `${named.join(' · ')} → ${isShown ? 'shown' : 'not shown'}`),
    element('p', { class: 'soft' }, `Who sees this: ${seenBy.length > 0 ? seenBy.join(', ') : 'nobody'}.`),
  );
}

function show(parts: readonly HTMLElement[]): void {
  const close = element('button', { type: 'button' }, 'Close');
  const dialog = element('dialog', { class: 'explained', 'aria-label': 'Why' }, ...parts, close);
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
