import { html } from '../../src/platform/html.ts';
import type { Html } from '../../src/platform/html.ts';
import type { Page } from '../../src/web/pages/page.ts';
import { graphqlPath } from '../../schema/transport/graphql-http.ts';
import { migratePath } from '../../rest-compat/row-documents.ts';
import { base } from '../../rest-compat/uris.ts';
import { recording, recordingScript, recordingStyle } from './recorded/recording-part.ts';
import type { Comparison, ComparedAnswer } from './compare.ts';
import { differenceLine } from './comparison/compare-trees.ts';
import { begun } from './migrate-calls.ts';
import type { Migrated, MigratedCall, RecordedComparison } from './migrate-calls.ts';
import { style } from './migrate-style.ts';
import type { RowTranslation } from './translator.ts';

/** What the form contains. The key stays in its field for the next call; it is nowhere else in the answer, which no cache stores. */
interface Filled {
  call: string;
  key: string;
}

/** What each of these pages leads to. */
const links = html`<nav class="links" aria-label="Service">
  <a href="/">Start page</a> <a href="${migratePath}">From REST to GraphQL</a> <a href="${base}/docs">REST interface</a>
  <a href="${graphqlPath}">GraphQL editor</a>
</nav>`;

/** The largest number of characters of a key that is shown again. All keys are shorter. */
const longestKey = 200;

const nothing: Filled = { call: '', key: '' };

/** The page with its form alone. */
export function formPage(): Page {
  const body = html`${form(nothing)} ${recording}`;
  return { title: 'From REST to GraphQL', style: style + recordingStyle, body, script: recordingScript };
}

/** The page about a row that does not exist. */
export function noRowPage(): Page {
  const sentence = 'The REST interface has no such call.';
  return {
    status: 404,
    title: 'There is no such call',
    style,
    body: html`<p>${sentence}</p>
      ${form(nothing)}`,
  };
}

/** The page with the results of its form. */
export function resultPage(filled: Filled, migrated: Migrated): Page {
  const result =
    'error' in migrated
      ? html`<p role="alert">${migrated.error}</p>`
      : html`${migrated.calls.map((each) => callPart(each))}
        ${migrated.left > 0 ? html`<p>${leftOut(migrated.left)}</p>` : []}`;
  return {
    title: 'From REST to GraphQL',
    style,
    status: 'error' in migrated ? 400 : 200,
    body: html`${form(filled)} ${result}`,
    json: migrated,
  };
}

/** The page about a row. */
export function rowPage(translation: RowTranslation): Page {
  return {
    title: translation.row,
    style,
    body: html`<p>This is the GraphQL document that serves this REST call.</p>
      <h2>In GraphQL</h2>
      ${rowPart(translation, null)} ${form(nothing)}`,
    json: translation,
  };
}

function form({ call, key }: Filled): Html {
  return html`<p>
      Enter a call of the REST interface: a line of curl, a URL, or the content of a HAR file. Its GraphQL document is
      shown, and, with a key, both are executed and compared. What they write is undone.
    </p>
    <form method="post" action="${migratePath}">
      <label for="call">Call</label>
      <textarea
        id="call"
        name="call"
        required
        spellcheck="false"
        placeholder="curl 'https://…/api/v1/post/?type=friends'"
      >
${call}</textarea>
      <label for="key">API key, if it is to be executed</label>
      <input
        id="key"
        name="key"
        type="password"
        value="${key.length > longestKey ? '' : key}"
        autocomplete="off"
        spellcheck="false"
      />
      <button>Translate</button>
    </form>
    ${links}`;
}

/** A sentence about calls that are not shown. */
function leftOut(left: number): string {
  return `${left} further calls are left out: \`npx runners translate\` translates all.`;
}

function callPart({ call, translation, comparison, recorded, reason }: MigratedCall): Html {
  return html`<h2>${call.method} ${begun(call.url)}</h2>
    ${recorded ? recordedPart(recorded) : []} ${comparison ? comparisonPart(comparison) : []}
    ${reason === undefined ? [] : html`<p role="alert">${reason}</p>`}
    ${translation ? html`<p>REST call: ${translation.row}</p>` : []}
    ${(translation?.notes ?? []).map((note) => html`<p>${note}</p>`)}
    ${translation ? rowPart(translation, translation.variables) : []}`;
}

function rowPart({ document, fields, typescript }: RowTranslation, variables: Record<string, unknown> | null): Html {
  const sent = begun(JSON.stringify({ documentId: document.id, variables: variables ?? {} }));
  return html`<h3>GraphQL document</h3>
    <pre tabindex="0">${document.text}</pre>
    ${
      variables
        ? html`<h3>Variables</h3>
            <pre tabindex="0">${begun(JSON.stringify(variables, null, 2))}</pre>`
        : []
    }
    <h3>The same by its id</h3>
    <pre tabindex="0">
POST /graphql
Content-Type: application/json

${sent}</pre>
    ${fields.length > 0 ? fieldTable(fields) : html`<p>The old answer has no fields.</p>`}
    <details>
      <summary>TypeScript types of the variables and the result</summary>
      <pre tabindex="0">${typescript}</pre>
    </details>`;
}

function fieldTable(fields: RowTranslation['fields']): Html {
  const rows = fields.map(
    ({ field, from }) =>
      html`<tr>
        <td>${field}</td>
        <td>${from.length > 0 ? from.join(', ') : 'from the request, or always the same'}</td>
      </tr>`,
  );
  return html`<details>
    <summary>The fields of the old answer, and where they are now</summary>
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th>REST</th>
            <th>GraphQL</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </details>`;
}

function recordedPart({ differences, notes }: RecordedComparison): Html {
  const [word, says] =
    differences.length === 0
      ? ['equal', 'Equal: the recorded answer says what this service answers.']
      : ['different', 'Different: this service does not answer what was recorded.'];
  const lines = [...differences.map(differenceLine), ...notes];
  return html`<p class="verdict ${word}">${says}</p>
    ${lines.map((line) => html`<p>${line}</p>`)}`;
}

function comparisonPart({ rest, made, graphql, equal, anew }: Comparison): Html {
  const verdict = equal
    ? `Equal: the old answer can be made of the answer of GraphQL${anew.length > 0 ? ', apart from ids, times and keys that each call creates' : ''}.`
    : 'Different: the old answer cannot be made of the answer of GraphQL.';
  return html`<p class="verdict ${equal ? 'equal' : 'different'}">${verdict}</p>
    <div class="sides">
      <div>
        <h3>The old answer</h3>
        <pre tabindex="0">${answerText(rest)}</pre>
      </div>
      <div>
        <h3>The old answer, made of the answer of GraphQL</h3>
        <pre tabindex="0">${answerText(made)}</pre>
      </div>
    </div>
    <details>
      <summary>The answer of GraphQL</summary>
      <pre tabindex="0">${readable(graphql)}</pre>
    </details>`;
}

function answerText({ status, location, contentType, body }: ComparedAnswer): string {
  return [
    String(status),
    ...(location === null ? [] : [`Location: ${location}`]),
    ...(contentType === null ? [] : [`Content-Type: ${contentType}`]),
    '',
    readable(body),
  ].join('\n');
}

/** JSON on several lines. The answers were compared as they were sent. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
