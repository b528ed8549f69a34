import { element, pageData } from './dom.ts';
import type { Model, Monaco } from './monaco.ts';
import type { Person } from './person.ts';
import { ask, idsInArguments, whyButton } from './why.ts';

/** Below each answer of the editor: its status, time, cost and headers, a link to what was asked, and why something in it is null. */

/** What the script of the page tells of an answer. */
interface Answered {
  sent?: { body?: unknown; headers?: HeadersInit };
  response: Response;
  answer: {
    data?: unknown;
    errors?: { extensions?: { costBy?: FieldCost[] } }[];
    extensions?: { cost?: { actual: number; remaining: number | null }; costBy?: FieldCost[] };
  };
  ms: number;
}
/** What a field is estimated to cost, by its path. */
interface FieldCost {
  path: string;
  cost: number;
}
interface Sent {
  query?: string;
  variables?: Record<string, unknown>;
}
/** None without demo data. */
const people = pageData<{ people: Person[] } | null>()?.people ?? [];
const staff = people.find(({ role }) => role === 'staff');
/** The largest number of nulls that are listed. */
const mostNulls = 12;

document.addEventListener('playground:answered', (event) => {
  const { sent, response, answer, ms } = (event as CustomEvent<Answered>).detail;
  const asked = typeof sent?.body === 'string' ? (JSON.parse(sent.body) as Sent) : {};
  if (!asked.query || /IntrospectionQuery|query Why\(|query WhoAsks/.test(asked.query)) return;
  const authorization = new Headers(sent?.headers).get('authorization') ?? '';
  const place = document.querySelector('.graphiql-response');
  place?.querySelector('#answer-facts')?.remove();
  place?.append(facts(asked, response, answer, ms, authorization));
});

function facts(
  asked: Sent,
  { status, headers }: Response,
  answer: Answered['answer'],
  ms: number,
  authorization: string,
): HTMLElement {
  const { cost } = answer.extensions ?? {};
  const left = cost?.remaining == null ? '' : `, ${cost.remaining} left`;
  const points = cost ? ` · ${cost.actual} points${left}` : '';
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  const link = element('a', { href: linkTo(asked, authorization), target: '_blank', rel: 'noopener' }, 'Link to this');
  const nulls = nullsIn(answer.data, [], null, idsInArguments(asked.query ?? '', asked.variables)).slice(0, mostNulls);
  const whys = nulls.map(({ path, thing }) => element('li', {}, `${path} `, whyLater(thing, authorization)));
  return element(
    'div',
    { id: 'answer-facts' },
    element(
      'details',
      {},
      element('summary', {}, `${status} · ${ms} ms${points}`),
      element('pre', { tabindex: '0' }, lines.join('\n')),
    ),
    costPart(answer.extensions?.costBy ?? answer.errors?.[0]?.extensions?.costBy ?? []),
    link,
    whys.length > 0
      ? element('details', {}, element('summary', {}, `${whys.length} null`), element('ul', {}, ...whys))
      : null,
  );
}

/** The estimated cost by field, the dearest first. */
function costPart(costBy: readonly FieldCost[]): HTMLElement | null {
  if (costBy.length === 0) return null;
  const items = costBy.map(({ path, cost }) => element('li', {}, `${path}: ${cost}`));
  return element('details', {}, element('summary', {}, 'Estimated cost by field'), element('ul', {}, ...items));
}

/** Nobody knows whose key was sent until it is asked. */
function whyLater(thing: string, authorization: string): HTMLElement {
  const place = element('span');
  const button = element('button', { type: 'button', class: 'why' }, 'why?');
  button.addEventListener('click', () => {
    void ask<{ me: { id: string } }>(authorization, 'query WhoAsks { me { id } }', {}).then(({ me }) => {
      const known = whyButton(thing, me.id, staff?.apiKey ?? authorization);
      place.replaceChildren(known);
      known.click();
    });
  });
  place.append(button);
  return place;
}

/** Where an answer is null, with the id of the thing that is missing, or around it. */
function nullsIn(
  value: unknown,
  path: readonly string[],
  thing: string | null,
  named: ReadonlyMap<string, string>,
): { path: string; thing: string }[] {
  if (value === null) return thing === null ? [] : [{ path: path.join('.'), thing }];
  if (typeof value !== 'object') return [];
  const { id } = value as { id?: unknown };
  const own = typeof id === 'string' ? id : thing;
  return Object.entries(value).flatMap(([name, each]) => nullsIn(each, [...path, name], named.get(name) ?? own, named));
}

/** A link that opens the editor with this document, its variables and, with demo data, its person. It contains no key. */
function linkTo({ query, variables }: Sent, authorization: string): string {
  const as = people.find(({ apiKey }) => authorization.includes(apiKey))?.role;
  const text = JSON.stringify({ query, variables: variables ? JSON.stringify(variables, null, 2) : '', as });
  const bytes = new TextEncoder().encode(text);
  const packed = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  return `${location.origin}/graphql#open=${packed}`;
}

/**
 * The headers belong to the editor and not to a tab: what was typed in one tab stays when another is chosen, for which GraphiQL puts
 * other headers into the same model.
 */
function keepHeaders(model: Model): void {
  if (!model.uri.path.includes('request-headers')) return;
  let typed: string | null = null;
  model.onDidChangeContent(({ isFlush }) => {
    const now = model.getValue();
    if (!isFlush) typed = now;
    else if (typed !== null && now !== typed) queueMicrotask(() => model.setValue(typed ?? now));
  });
}

/** The editor is loaded after this script. */
const wait = setInterval(() => {
  const { monaco } = globalThis as { monaco?: Monaco };
  if (!monaco) return;
  clearInterval(wait);
  for (const model of monaco.editor.getModels()) keepHeaders(model);
  monaco.editor.onDidCreateModel(keepHeaders);
}, 200);
