import { byId, element, fill, pageData, working } from './dom.ts';
import { openInEditor } from './open-in-editor.ts';
import { peopleOptions } from './person.ts';
import type { Person } from './person.ts';
import { showAnswer } from './rest-answer.ts';
import type { Explanation } from './rest-answer.ts';
import { curlOf, exampleGpx, prepare, startValue } from './rest-request.ts';
import type { Ids } from './rest-request.ts';
import type { FormField, RowForm } from './row-form.ts';
import { startBody } from './start-body.ts';
import type { Account } from './start-body.ts';

const { people, rows, ids, account } = pageData<{ people: Person[]; rows: RowForm[]; ids: Ids; account: Account }>();
const choice = byId('row', HTMLSelectElement);
const personChoice = byId('as', HTMLSelectElement);
const format = byId('format', HTMLSelectElement);
const fields = byId('fields', HTMLElement);
const about = byId('about', HTMLParagraphElement);
const body = byId('body', HTMLTextAreaElement);
const bodyPart = byId('body-part', HTMLElement);
const answer = byId('answer', HTMLElement);
const button = byId('send', HTMLButtonElement);

const chosenRow = (): RowForm => rows.find(({ label }) => label === choice.value) ?? rows[0]!;
const person = (): Person => people.find(({ role }) => role === personChoice.value) ?? people[0]!;

for (const module of new Set(rows.map((row) => row.module)))
  choice.append(
    element(
      'optgroup',
      { label: module },
      ...rows.filter((row) => row.module === module).map(({ label }) => element('option', { value: label }, label)),
    ),
  );
fill(personChoice, peopleOptions(people));

let inputs = inputsOf(chosenRow());

/** The form of a row, filled so that it can be sent. */
function showForm(): void {
  const row = chosenRow();
  about.textContent = row.about
    .replaceAll(/ See \[[^\]]+\]\([^)]*\)\./g, '')
    .replaceAll(/\[([^[\]]+)\]\([^()]*\)/g, '$1')
    .replaceAll('`', '');
  inputs = inputsOf(row);
  fields.replaceChildren(...inputs.map(({ field, input }) => labelled(field, input)));
  const isPicture = row.bytes.some((type) => type.startsWith('image/'));
  const hasBody = row.bytes.length > 0 || row.fields.some((field) => field.in === 'body');
  bodyPart.hidden = !hasBody || isPicture;
  body.value = row.bytes.length > 0 ? exampleGpx() : startBody(row, ids, account);
}

/** The inputs of the parameters in the path and in the query of a row. */
function inputsOf(row: RowForm) {
  const shown = row.fields.filter((field) => field.in !== 'body');
  return shown.map((field) => ({ field, input: inputOf(field) }));
}

function inputOf(field: FormField): HTMLInputElement | HTMLSelectElement {
  const id = `field-${field.name}`;
  const value = startValue(field, ids);
  const made =
    field.values.length > 0
      ? element(
          'select',
          { id },
          element('option', { value: '' }, field.default ? `${field.default} (default)` : ''),
          ...field.values.map(option),
        )
      : element('input', { id, type: 'text', placeholder: field.default ?? '', autocomplete: 'off' });
  made.value = value;
  return made;
}

function option(value: string): HTMLOptionElement {
  return element('option', { value }, value);
}

function labelled(field: FormField, input: HTMLElement): HTMLElement {
  const { name, about: text } = field;
  return element(
    'div',
    { class: 'field', title: text.replaceAll('`', '') },
    element('label', { for: input.id }, name, field.required ? element('span', { class: 'soft' }, ' required') : null),
    input,
  );
}

async function send(): Promise<void> {
  const row = chosenRow();
  const values = inputs.map(({ field, input }) => ({ field, value: input.value }));
  const request = await prepare(row, values, body.value, person(), format.value);
  const begun = performance.now();
  const { url, method, headers } = request;
  const id = randomId();
  const explained = { ...headers, 'X-Explain': 'on', 'X-Request-Id': id };
  const response = await fetch(url, { method, headers: explained, body: request.body });
  const bytes = await response.arrayBuffer();
  const ms = performance.now() - begun;
  const told = await fetch(`/playground/explanations/${id}`);
  const explanation = told.ok ? ((await told.json()) as Explanation) : null;
  const { apiKey } = person();
  showAnswer(answer, { response, bytes, ms, explanation, curl: curlOf(request), line: `${method} ${url}` }, (first) =>
    openInEditor(first.document, first.variables, apiKey),
  );
}

/** An id that nobody can guess, because it gives access to the explanation of the request. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const sendNow = () => void working(button, answer, send);
choice.addEventListener('change', () => {
  showForm();
  if (chosenRow().method === 'GET') sendNow();
  else answer.replaceChildren(element('p', { class: 'soft' }, 'This call changes data. Press the button to send it.'));
});
personChoice.addEventListener('change', () => chosenRow().method === 'GET' && sendNow());
byId('row-form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  sendNow();
});
choice.value = 'GET /post/';
showForm();
sendNow();
