import { byId, element, working } from './dom.ts';

/** A HAR file that is chosen or dropped on the page `/migrate` becomes a table of its calls, and the operations of the app. */

/** An entry of a HAR file, as far as it is looked at here. The service reads the rest. */
interface Entry {
  request?: { method?: string; url?: string };
}

/** What came of a call, as `/migrate/calls` answers it. */
interface Judged {
  row: string | null;
  verdict: 'equal' | 'different' | 'translated' | 'not ours';
  reason?: string;
  variables?: Record<string, unknown>;
  differences: { path: string; recorded: string; answered: string }[];
  sent: string[];
}

/** An operation that the app needs, with the fields of the old answer, of which some are ticked. */
interface Needed {
  row: string;
  fields: Map<string, boolean>;
}

const base = '/api/v1/';
/** So many calls, and about so many characters, are sent at once. */
const part = { calls: 20, characters: 300_000 };
/** A longer entry is not sent. */
const longest = 450_000;

const place = byId('recorded', HTMLElement);
const chosen = byId('har', HTMLInputElement);
const again = byId('judge', HTMLButtonElement);

const isOurs = ({ request }: Entry) =>
  request?.method !== 'OPTIONS' && URL.parse(request?.url ?? '')?.pathname.startsWith(base) === true;

/** @throws Error that says what is wrong with the file */
function entriesIn(text: string): Entry[] {
  let value: { log?: { entries?: unknown } } | null;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, '')) as typeof value;
  } catch {
    throw new Error('The file is not JSON, or is cut off.');
  }
  const entries = value?.log?.entries;
  if (!Array.isArray(entries)) throw new Error('The file is JSON, but no HAR file.');
  return entries as Entry[];
}

/** Sends JSON to an address of the page, with the key of its form. @throws Error with the status of a refusal */
async function ask<Answer>(path: string, body: string): Promise<Answer> {
  const key = byId('key', HTMLInputElement).value.trim();
  const authorization = /^(Bearer|ApiKey)\s/i.test(key) ? key : `Bearer ${key}`;
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(key === '' ? {} : { Authorization: authorization }),
    },
    body,
  });
  if (!response.ok)
    throw new Error(
      `The service has answered ${response.status}. ${response.status === 429 ? 'Please wait a minute.' : ''}`,
    );
  return (await response.json()) as Answer;
}

/** Judges the calls of the file part by part, in their order. */
async function judgeAll(entries: readonly Entry[]): Promise<Judged[]> {
  const tooLong = ['translated', 'It is too long for this page: use npx runners translate.'] as const;
  const foreign = ['not ours', `It is no call below ${base}.`] as const;
  const judged = entries.map((entry): Judged => {
    const [verdict, reason] = isOurs(entry) ? tooLong : foreign;
    return { row: null, verdict, reason, differences: [], sent: [] };
  });
  const ours = entries
    .map((entry, at) => ({ at, text: JSON.stringify(entry) }))
    .filter(({ at, text }) => isOurs(entries[at] ?? {}) && text.length <= longest);
  for (let begun = 0; begun < ours.length;) {
    let [end, left] = [begun, part.characters];
    while (end < ours.length && end < begun + part.calls && left > 0) left -= ours[end++]?.text.length ?? 0;
    const sent = ours.slice(begun, end);
    const { calls } = await ask<{ calls: Judged[] }>('/migrate/calls', `[${sent.map(({ text }) => text).join(',')}]`);
    sent.forEach(({ at }, i) => (judged[at] = calls[i] as Judged));
    begun = end;
  }
  return judged;
}

/** The operations that the calls need. Fields are ticked if the app was sent them. */
async function neededBy(judged: readonly Judged[]): Promise<Needed[]> {
  const rows = [...new Set(judged.flatMap(({ row }) => row ?? []))];
  return Promise.all(
    rows.map(async (row) => {
      const response = await fetch(`/migrate?row=${encodeURIComponent(row)}`, {
        headers: { Accept: 'application/json' },
      });
      const { fields } = (await response.json()) as { fields: { field: string; from: string[] }[] };
      const sent = new Set(judged.filter((one) => one.row === row).flatMap((one) => one.sent));
      const isKnown = fields.some(({ field }) => sent.has(field));
      return { row, fields: new Map(fields.map(({ field }) => [field, !isKnown || sent.has(field)])) };
    }),
  );
}

const ticked = ({ row, fields }: Needed) => ({
  row,
  fields: fields.size === 0 ? null : [...fields].filter(([, is]) => is).map(([field]) => field),
});

async function exported(form: string, needed: readonly Needed[]): Promise<string> {
  return (await ask<{ text: string }>('/migrate/operations', JSON.stringify({ form, operations: needed.map(ticked) })))
    .text;
}

/** The document of an operation with the fields that are ticked, which shrinks when one is unticked. */
function operationPart(needed: Needed): HTMLElement {
  const document = element('pre', { id: idOf(needed.row), tabindex: '0' });
  const show = async () => void (document.textContent = await exported('graphql', [needed]));
  const ticks = [...needed.fields].map(([field, isTicked]) => {
    const tick = element('input', { type: 'checkbox', checked: isTicked });
    tick.addEventListener('change', () => {
      needed.fields.set(field, tick.checked);
      void show();
    });
    return element('label', { class: 'tick' }, tick, ` ${field}`);
  });
  const opened = element(
    'details',
    { 'data-row': needed.row },
    element('summary', {}, needed.row),
    element('div', { class: 'ticks' }, ...ticks),
    document,
  );
  opened.addEventListener('toggle', () => void (opened.open && document.textContent === '' && show()));
  return opened;
}

/** A browser opens what is around the place to which a link leads. */
const idOf = (row: string) => `of-${row.replaceAll(/\W/g, '-')}`;

function callLine({ request }: Entry, { row, verdict, reason, variables, differences }: Judged): HTMLElement {
  const text = element('pre', { tabindex: '0' }, JSON.stringify(variables, null, 2));
  const asked = variables ? element('details', {}, element('summary', {}, 'Variables'), text) : null;
  const { pathname = '', search = '' } = URL.parse(request?.url ?? '') ?? {};
  const details = differences.map((one) =>
    element('li', {}, `${one.path}: recorded ${one.recorded}, answered ${one.answered}`),
  );
  return element(
    'tr',
    { 'data-verdict': verdict },
    element('td', {}, `${request?.method ?? ''} ${pathname}${search}`),
    element('td', {}, row === null ? '' : element('a', { href: `#${idOf(row)}` }, row), asked),
    element(
      'td',
      {},
      element('strong', {}, verdict),
      reason ? ` ${reason}` : '',
      details.length > 0 ? element('ul', {}, ...details) : null,
    ),
  );
}

const files: Readonly<Record<string, [text: string, name: string]>> = {
  graphql: ['.graphql', 'operations.graphql'],
  typescript: ['TypeScript', 'operations.ts'],
  manifest: ['Manifest of known documents', 'documents.json'],
};

function downloads(needed: readonly Needed[]): HTMLElement {
  const buttons = Object.entries(files).map(([form, [text, name]]) => {
    const button = element('button', { type: 'button', 'data-form': form }, text);
    const failed = element('span');
    button.addEventListener('click', () => {
      void working(button, failed, async () => {
        const url = URL.createObjectURL(new Blob([await exported(form, needed)], { type: 'text/plain' }));
        element('a', { href: url, download: name }).click();
        URL.revokeObjectURL(url);
      });
    });
    return element('span', {}, button, failed);
  });
  return element('p', { class: 'downloads' }, ...buttons);
}

async function show(text: string): Promise<void> {
  const entries = entriesIn(text);
  const judged = await judgeAll(entries);
  const needed = await neededBy(judged);
  const counts = ['equal', 'different', 'translated', 'not ours'].map(
    (verdict) => `${judged.filter((one) => one.verdict === verdict).length} ${verdict}`,
  );
  const head = element('tr', {}, ...['Call', 'Row', 'Result'].map((name) => element('th', { scope: 'col' }, name)));
  const lines = entries.map((entry, i) => callLine(entry, judged[i] as Judged));
  place.replaceChildren(
    element('p', { role: 'status' }, `${entries.length} calls: ${counts.join(', ')}.`),
    element(
      'div',
      { class: 'wide', tabindex: '0' },
      element('table', {}, element('thead', {}, head), element('tbody', {}, ...lines)),
    ),
    element('h3', {}, 'The operations of the app'),
    downloads(needed),
    ...needed.map(operationPart),
  );
}

const read = (file: File | undefined) => {
  if (file) void working(again, place, async () => show(await file.text()));
};
chosen.addEventListener('change', () => read(chosen.files?.[0]));
again.addEventListener('click', () => read(chosen.files?.[0]));
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  if (!event.dataTransfer?.files[0]) return;
  chosen.files = event.dataTransfer.files;
  read(chosen.files[0]);
});
byId('recording', HTMLElement).hidden = false;
