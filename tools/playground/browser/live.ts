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
/** The time of the last act of this page, by the clock of `performance.now()`. What comes later than this many milliseconds is of another tab. */
let actedAt = -Infinity;
const soon = 5000;
let client: Client | undefined;

const personOf = (select: HTMLSelectElement): Person => people.find(({ role }) => role === select.value) ?? people[0]!;

fill(listener, peopleOptions(people));
fill(actor, peopleOptions(people));
actor.value = people[1]?.role ?? 'owner';
fill(subscription, [['all', 'all of these'], ...subscriptions.map(({ title }, i) => [String(i), title] as const)]);

/** Subscribes anew, with the key of the chosen person, to what is chosen. */
function listen(): void {
  void client?.dispose();
  const heard = subscriptions.filter((_, i) => ['all', String(i)].includes(subscription.value));
  const { firstName, apiKey } = personOf(listener);
  shown.textContent = heard.map(({ query }) => query).join('\n\n');
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
  for (const { query, variables } of heard)
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
  const ms = Math.round(performance.now() - actedAt);
  const time = new Date().toLocaleTimeString();
  const event = element(
    'li',
    {},
    element('p', { class: 'soft' }, `${time}, ${ms < soon ? `after ${ms} ms` : 'from another tab'}`),
    element('pre', { tabindex: '0' }, JSON.stringify(data, null, 2)),
  );
  events.prepend(event);
  // On a phone, the list is below the buttons.
  if (ms < soon) event.scrollIntoView({ block: 'nearest' });
  while (events.children.length > 50) events.lastElementChild?.remove();
}

for (const { title, query, variables } of acts) {
  const button = element('button', { type: 'button' }, title);
  button.addEventListener('click', () => {
    void working(button, done, async () => {
      actedAt = performance.now();
      const person = personOf(actor);
      const { errors, data } = await runAs(person, query, fresh(variables));
      if (errors) actedAt = -Infinity;
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
