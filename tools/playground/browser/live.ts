import { createClient } from 'graphql-ws/client';
import type { Client } from 'graphql-ws/client';
import { byId, element, fill, pageData, working } from './dom.ts';
import { peopleOptions, runAs } from './person.ts';
import type { Person } from './person.ts';

/** A subscription or a mutation of the page. */
interface LiveDocument {
  title: string;
  query: string;
  variables: Record<string, unknown>;
}

const { people, subscriptions, acts } = pageData<{
  people: Person[];
  subscriptions: LiveDocument[];
  acts: LiveDocument[];
}>();
const listener = byId('listener', HTMLSelectElement);
const subscription = byId('subscription', HTMLSelectElement);
const actor = byId('actor', HTMLSelectElement);
const events = byId('events', HTMLOListElement);
const state = byId('state', HTMLElement);
const done = byId('done', HTMLElement);
const shown = byId('subscription-document', HTMLElement);
/** The time of the last act of this page, by the clock of `performance.now()`; null when its event has arrived. */
let actedAt: number | null = null;
let client: Client | undefined;

const personOf = (select: HTMLSelectElement): Person => people.find(({ role }) => role === select.value) ?? people[0]!;

fill(listener, peopleOptions(people));
fill(actor, peopleOptions(people));
actor.value = people[1]?.role ?? 'owner';
fill(
  subscription,
  subscriptions.map(({ title }, i) => [String(i), title] as const),
);

/** Subscribes anew, with the key of the chosen person. */
function listen(): void {
  void client?.dispose();
  const { query, variables } = subscriptions[Number(subscription.value)]!;
  const { firstName, apiKey } = personOf(listener);
  shown.textContent = query;
  state.textContent = 'Connecting …';
  const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`;
  const made: Client = createClient({
    url,
    lazy: false,
    onNonLazyError: () => {},
    connectionParams: { Authorization: `Bearer ${apiKey}` },
    on: {
      connected: () => client === made && (state.textContent = `${firstName} is listening.`),
      closed: () => client === made && (state.textContent = 'The connection is closed.'),
    },
  });
  client = made;
  made.subscribe(
    { query, variables },
    {
      next: ({ data, errors }) => show(errors ?? data),
      error: (error) => {
        if (client === made) state.textContent = refusalOf(error);
      },
      complete: () => {},
    },
  );
}

function refusalOf(error: unknown): string {
  const [first] = Array.isArray(error) ? (error as { message: string }[]) : [];
  return first?.message ?? 'The subscription has ended.';
}

function show(data: unknown): void {
  const after = actedAt === null ? 'from another tab' : `after ${Math.round(performance.now() - actedAt)} ms`;
  actedAt = null;
  const time = new Date().toLocaleTimeString();
  events.prepend(
    element(
      'li',
      {},
      element('p', { class: 'soft' }, `${time}, ${after}`),
      element('pre', { tabindex: '0' }, JSON.stringify(data, null, 2)),
    ),
  );
  while (events.children.length > 50) events.lastElementChild?.remove();
}

for (const { title, query, variables } of acts) {
  const button = element('button', { type: 'button' }, title);
  button.addEventListener('click', () => {
    void working(button, done, async () => {
      actedAt = performance.now();
      const person = personOf(actor);
      const { errors, data } = await runAs(person, query, fresh(variables));
      if (errors) actedAt = null;
      const text = errors?.[0]?.message ?? JSON.stringify(data, null, 2);
      done.replaceChildren(element('p', {}, `${person.firstName}: ${title}`), element('pre', { tabindex: '0' }, text));
    });
  });
  byId('acts', HTMLElement).append(button);
}

/** The variables with the current time in place of `NOW`, because a second run at the same time is refused. */
function fresh(variables: Record<string, unknown>): unknown {
  return JSON.parse(JSON.stringify(variables).replaceAll('NOW', new Date(Date.now() - 1_800_000).toISOString()));
}

listener.addEventListener('change', listen);
subscription.addEventListener('change', listen);
listen();
