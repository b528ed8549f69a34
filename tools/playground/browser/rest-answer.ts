import { copyButton, element } from './dom.ts';

/** A document that a request has run. */
interface ExplainedDocument {
  document: string;
  variables: string;
  bytes: number | null;
}

/** How a request was answered. */
export interface Explanation {
  cost: number | null;
  documents: ExplainedDocument[];
  statements: { name: string; text: string; ms: number }[];
}

/** An answer that has been received. */
interface Received {
  response: Response;
  bytes: ArrayBuffer;
  /** Milliseconds from the request to the end of the answer. */
  ms: number;
  explanation: Explanation | null;
  curl: string;
  line: string;
}

/** Shows an answer and how it was made. `open` is called with the document that is to be opened in the editor. */
export function showAnswer(place: HTMLElement, received: Received, open: (document: ExplainedDocument) => void): void {
  const { response, bytes, ms, explanation, curl, line } = received;
  const [first] = explanation?.documents ?? [];
  const statements = explanation?.statements ?? [];
  const figures: [string, string][] = [
    ['Status', `${response.status}`],
    ['Bytes', bytes.byteLength.toLocaleString('en-US')],
    ['Time', `${ms.toFixed(ms < 10 ? 1 : 0)} ms`],
    ['Points', explanation?.cost == null ? '–' : String(explanation.cost)],
    ['Statements', String(statements.length)],
    ['SQL', `${sum(statements.map((statement) => statement.ms))} ms`],
  ];
  place.replaceChildren(
    element('p', { class: 'request' }, element('code', {}, line), copyButton('Copy as curl', curl, { class: 'quiet' })),
    element(
      'dl',
      { class: 'figures' },
      ...figures.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
    ),
    part('Answer', element('pre', { tabindex: '0' }, textOf(response, bytes))),
    first
      ? documentPart(first, explanation?.documents.length ?? 1, open)
      : element('p', { class: 'soft' }, 'No document was run.'),
    statementPart(statements),
  );
}

function documentPart(
  first: ExplainedDocument,
  count: number,
  open: (document: ExplainedDocument) => void,
): HTMLElement {
  const button = element('button', { type: 'button', class: 'quiet' }, 'Open in the editor');
  button.addEventListener('click', () => open(first));
  const size = first.bytes === null ? '' : ` Its data have ${first.bytes.toLocaleString('en-US')} bytes.`;
  const times = count > 1 ? ` The call ran ${count} documents, of which this is the first.` : '';
  return part(
    'GraphQL document',
    element('p', { class: 'soft' }, `This call is this document.${size}${times} `, button),
    element('pre', { tabindex: '0' }, first.document),
    element('h3', {}, 'Variables'),
    element('pre', { tabindex: '0', class: 'short' }, first.variables),
  );
}

function statementPart(statements: Explanation['statements']): HTMLElement {
  return part(
    'SQL statements',
    ...statements.map(({ name, text, ms }) =>
      element(
        'details',
        {},
        element('summary', {}, element('code', {}, name), element('span', {}, `${ms.toFixed(2)} ms`)),
        element('pre', { tabindex: '0' }, text),
      ),
    ),
    statements.length === 0 ? element('p', { class: 'soft' }, 'None: what was needed is cached.') : null,
  );
}

function part(title: string, ...children: (Node | null)[]): HTMLElement {
  return element('section', {}, element('h2', {}, title), ...children);
}

/** The body as text; JSON is indented. */
function textOf(response: Response, bytes: ArrayBuffer): string {
  const text = new TextDecoder().decode(bytes);
  if (text === '') return '(empty)';
  if (!response.headers.get('content-type')?.includes('json')) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function sum(values: readonly number[]): string {
  return values.reduce((total, value) => total + value, 0).toFixed(1);
}
