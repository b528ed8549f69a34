import { byId, element, keyOfLink, working } from './dom.ts';
import { CallTable, idOf, remember, remembered } from './recorded-table.ts';
import type { Judged, RecordedCall, Recording } from './recorded-table.ts';

/** A HAR file that is chosen or dropped on the page `/migrate` becomes a table of its calls, and the operations of the app. */

/** An entry of a HAR file, as far as it is looked at here. The service reads the rest. */
interface Entry {
  request?: { method?: string; url?: string };
}

/** An operation that the app needs, with the fields of the old answer, of which some are ticked. */
interface Needed {
  row: string;
  fields: Map<string, boolean>;
}

const base = '/api/v1/';
/** So many calls, and about so many characters, are sent at once: few, so that they appear as they are judged. */
const part = { calls: 5, characters: 300_000 };
/** A longer entry is not sent. */
const longest = 450_000;

const place = byId('recorded', HTMLElement);
const chosen = byId('har', HTMLInputElement);
const again = byId('judge', HTMLButtonElement);
const failure = byId('failed', HTMLElement);
const operations = element('div', { id: 'operations' });

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

/**
 * Judges the calls of the file that are not judged yet, part by part, in their order.
 * @param calls receive what came of them
 * @param shown is called with the position of each call that was judged
 * @throws Error when a part is refused; the parts before it are judged
 */
async function judgeAll(entries: readonly Entry[], calls: RecordedCall[], shown: (at: number) => void): Promise<void> {
  const set = (at: number, judged: Judged) => {
    (calls[at] as RecordedCall).judged = judged;
    shown(at);
  };
  const none = { row: null, differences: [], sent: [] };
  const without = (verdict: string, reason: string): Judged => ({ ...none, verdict, reason });
  const open = entries.map((entry, at) => ({ entry, at })).filter(({ at }) => calls[at]?.judged === null);
  const texts = open.flatMap(({ entry, at }) => {
    const text = isOurs(entry) ? JSON.stringify(entry) : '';
    if (text !== '' && text.length <= longest) return [{ at, text }];
    if (text === '') set(at, without('not of this interface', `It is no call below ${base}.`));
    else set(at, without('translated', 'It is too long for this page: use npx runners translate.'));
    return [];
  });
  for (let begun = 0; begun < texts.length;) {
    let [end, left] = [begun, part.characters];
    while (end < texts.length && end < begun + part.calls && left > 0) left -= texts[end++]?.text.length ?? 0;
    const sent = texts.slice(begun, end);
    const answer = await ask<{ calls: Judged[] }>('/migrate/calls', `[${sent.map(({ text }) => text).join(',')}]`);
    sent.forEach(({ at }, i) => set(at, answer.calls[i] as Judged));
    begun = end;
  }
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
function operationPart(needed: Needed, keep: (needed: Needed) => void): HTMLElement {
  const document = element('pre', { id: idOf(needed.row), tabindex: '0' });
  const show = async () => void (document.textContent = await exported('graphql', [needed]));
  const ticks = [...needed.fields].map(([field, isTicked]) => {
    const tick = element('input', { type: 'checkbox', checked: isTicked });
    tick.addEventListener('change', () => {
      needed.fields.set(field, tick.checked);
      keep(needed);
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

/** Shows what is known: first the operations of the app, then its calls. */
async function show(recording: Recording): Promise<void> {
  const judged = recording.calls.flatMap(({ judged: one }) => one ?? []);
  const needed = await neededBy(judged);
  // Another file was chosen meanwhile.
  if (recording !== current) return;
  for (const { row, fields } of needed)
    for (const field of recording.unticked[row] ?? []) if (fields.has(field)) fields.set(field, false);
  const keep = ({ row, fields }: Needed) => {
    recording.unticked[row] = [...fields].flatMap(([field, is]) => (is ? [] : field));
    remember(recording);
  };
  operations.replaceChildren(
    element('h3', {}, 'The operations of the app'),
    downloads(needed),
    ...needed.map((one) => operationPart(one, keep)),
  );
  again.textContent = recording.calls.some(({ judged: one }) => one === null) ? 'Go on' : 'Read it again';
  remember(recording);
}

/** The file that is on the page, without its contents; null after a reload. */
let entries: readonly Entry[] | null = null;
let current: Recording | null = null;

function draw(made: Recording): CallTable {
  current = made;
  const table = new CallTable(made, () => remember(made));
  place.replaceChildren(operations, table.element);
  return table;
}

async function begin(file: File): Promise<void> {
  entries = entriesIn(await file.text());
  const calls = entries.map(({ request }) => {
    const { pathname = '', search = '' } = URL.parse(request?.url ?? '') ?? {};
    return { line: `${request?.method ?? ''} ${pathname}${search}`, judged: null };
  });
  operations.replaceChildren();
  await goOn(draw({ name: file.name, calls, filter: null, unticked: {} }));
}

/** Judges what is not judged yet. What a failed part has not answered is asked for again by the button. */
async function goOn(table: CallTable): Promise<void> {
  const recording = current;
  if (!recording || !entries) return;
  try {
    await judgeAll(entries, recording.calls, (at) => table.show(at));
  } finally {
    await show(recording);
  }
}

const read = (file: File | undefined) => {
  failure.replaceChildren();
  again.hidden = !file;
  if (file) void working(again, failure, async () => begin(file));
};
chosen.addEventListener('change', () => read(chosen.files?.[0]));
again.addEventListener('click', () => {
  const isUnfinished = current?.calls.some(({ judged }) => judged === null) === true && entries !== null;
  if (!isUnfinished) return read(chosen.files?.[0]);
  failure.replaceChildren();
  void working(again, failure, async () => goOn(draw(current as Recording)));
});
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  if (!event.dataTransfer?.files[0]) return;
  chosen.files = event.dataTransfer.files;
  read(chosen.files[0]);
});
byId('recording', HTMLElement).hidden = false;
// With the demo data, the start page gives its key along.
const given = keyOfLink();
if (given !== null) byId('key', HTMLInputElement).value = given;
const before = remembered();
if (before) {
  draw(before);
  void working(again, failure, async () => show(before));
}
