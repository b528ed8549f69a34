import { byId, element, fill, pageData } from './dom.ts';
import { peopleOptions } from './person.ts';
import type { GroupedExample } from './grouped-example.ts';
import type { Person } from './person.ts';

/**
 * The list of people above the editor. Choosing one puts the key of this person into the headers of every tab, and into the link to the
 * page that brings runs.
 */
const { people, examples } = pageData<{ people: Person[]; examples: GroupedExample[] }>();
const choice = byId('as', HTMLSelectElement);
const headersOf = ({ apiKey }: Person) => JSON.stringify({ Authorization: `Bearer ${apiKey}` }, null, 2);

/** The headers that the tabs have now; those of the first person at the first visit. */
function currentHeaders(): string {
  const stored = JSON.parse(localStorage.getItem('graphiql:tabState') ?? 'null') as {
    activeTabIndex: number;
    tabs: { headers: string | null }[];
  } | null;
  const first = people[0];
  return stored?.tabs[stored.activeTabIndex]?.headers ?? (first ? headersOf(first) : '');
}

fill(choice, peopleOptions(people));
const current = people.find(({ apiKey }) => currentHeaders().includes(apiKey));
if (current) {
  choice.value = current.role;
  byId('bring', HTMLAnchorElement).hash = `key=${current.apiKey}`;
} else {
  choice.append(element('option', { value: '' }, 'another key'));
  choice.value = '';
}
choice.addEventListener('change', () => {
  const chosen = people.find(({ role }) => role === choice.value);
  if (!chosen) return;
  localStorage.setItem('playground:chosenHeaders', headersOf(chosen));
  location.reload();
});

// What isn't needed at once is loaded when it is.
byId('examples', HTMLButtonElement).addEventListener('click', () => {
  void import('./examples.ts').then(({ showExamples }) => showExamples(examples));
});
byId('code', HTMLButtonElement).addEventListener('click', () => {
  void import('./snippets.ts').then(({ showSnippets }) => showSnippets());
});
