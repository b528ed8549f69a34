import { compared } from './compared.ts';
import { byId, element, fill, pageData, working } from './dom.ts';
import { badge, meanings, runAs } from './person.ts';
import { idsInArguments, whyButton } from './why.ts';
import type { Answer, Person } from './person.ts';

/** A document of which people see different parts. */
interface Example {
  title: string;
  about: string;
  query: string;
  variables: Record<string, unknown>;
}

const { people, examples } = pageData<{ people: Person[]; examples: Example[] }>();
const choice = byId('example', HTMLSelectElement);
const query = byId('document', HTMLTextAreaElement);
const variables = byId('variables', HTMLTextAreaElement);
const about = byId('about', HTMLParagraphElement);
const answers = byId('answers', HTMLElement);
const button = byId('run', HTMLButtonElement);
const owner = people[0]?.firstName ?? '';
const staff = people.find(({ role }) => role === 'staff');

fill(
  choice,
  examples.map(({ title }, i) => [String(i), title] as const),
);

function choose(): void {
  const example = examples[Number(choice.value)];
  if (!example) return;
  query.value = example.query;
  variables.value = JSON.stringify(example.variables, null, 2);
  about.textContent = example.about;
}

/** One column: the answer that a person receives, compared with that of the owner. */
function column(person: Person, answer: Answer, ofOwner: Answer): HTMLElement {
  const { shown, marks } = compared(
    answer.data ?? null,
    ofOwner.data,
    idsInArguments(query.value, valuesOf(variables.value)),
    (thing) => staff && whyButton(thing, person.userId, staff.apiKey),
  );
  const errors = (answer.errors ?? []).map(({ message, extensions }) =>
    element('p', { class: 'refused' }, `${extensions?.code ?? 'ERROR'}: ${message}`),
  );
  const sum = marks === 0 ? 'the same as the owner' : marks === 1 ? '1 line differs' : `${marks} lines differ`;
  return element(
    'article',
    { 'data-role': person.role, 'aria-label': `As ${person.firstName}` },
    element(
      'header',
      {},
      badge(person),
      element('div', {}, element('h2', {}, person.firstName), element('p', {}, meanings[person.role](owner))),
    ),
    ...errors,
    shown,
    element('footer', {}, person.role === 'owner' ? 'compared with this' : sum),
  );
}

/** @throws Error that names the box and the place in it, as far as the browser tells the place */
function valuesOf(text: string): unknown {
  try {
    return JSON.parse(text.trim() === '' ? '{}' : text) as unknown;
  } catch (error) {
    throw new Error(`Variables are not valid JSON. ${error instanceof Error ? error.message : ''}`, { cause: error });
  }
}

async function run(): Promise<void> {
  const values = valuesOf(variables.value);
  const all = await Promise.all(people.map((person) => runAs(person, query.value, values)));
  answers.replaceChildren(...people.map((person, i) => column(person, all[i] ?? {}, all[0] ?? {})));
}

const runNow = () => void working(button, answers, run);
choice.addEventListener('change', () => {
  choose();
  runNow();
});
byId('document-form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  runNow();
});
choose();
runNow();
