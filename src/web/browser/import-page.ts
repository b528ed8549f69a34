import { droppedFolders } from './dropped-files.ts';
import type { ChosenFile } from './dropped-files.ts';
import { ask, dropKey, Refused, send, takeKey } from './import-service.ts';
import { runMap } from './run-map.ts';
import { storedZip } from './stored-zip.ts';

interface DataImport {
  state: 'PREPARED' | 'WAITING' | 'RUNNING' | 'DONE' | 'REFUSED' | 'CANCELLED';
  total: number | null;
  done: number;
  added: number;
  duplicates: number;
  refusedCount: number;
  reason: string | null;
}
interface Result {
  file: string;
  outcome: 'ADDED' | 'DUPLICATE' | 'REFUSED';
  reason: string | null;
  workout: {
    title: string;
    runDate: string;
    localStart: { startDate: string } | null;
    distanceInMeters: number | null;
    polyline: string;
  } | null;
}
interface Results {
  dataImport: { results: { nodes: Result[]; pageInfo: { endCursor: string | null } } } | null;
}
interface Latest {
  me: { firstName: string; preferences: { distance: 'MILES' | 'KILOMETERS' } | null } | null;
  dataImport: DataImport | null;
}

const at = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const documents = JSON.parse(at('documents').textContent ?? '') as Record<
  'latest' | 'prepare' | 'begin' | 'cancel' | 'results',
  string
>;
const [form, about, files] = [at<HTMLFormElement>('form'), at('import'), at<HTMLInputElement>('files')];
const [state, counts, bar] = [at('state'), at('counts'), at<HTMLProgressElement>('bar')];
const [cancel, more, list] = [at<HTMLButtonElement>('cancel'), at<HTMLButtonElement>('more'), at('results')];
const mostBytes = 512 * 2 ** 20;
/** How long the page waits before it asks again, in milliseconds. */
const pause = 1500;
/** How many results appear by themselves. */
const fewResults = 50;
/** The files of a folder that was dropped, in place of those of the field. */
let dropped: ChosenFile[] | null = null;
/** Cancels what is being sent; null when nothing is. */
let sending: AbortController | null = null;
let unit: readonly [meters: number, name: string] = [1000, 'km'];
let last: string | null = null;
let shown = 0;
let looked = 0;

const outcomes = { ADDED: 'Came in', DUPLICATE: 'Was there already', REFUSED: 'Did not come in' } as const;
const sentences = {
  PREPARED: 'The files are being sent.',
  WAITING: 'The import waits for its turn. You may close this page: it goes on.',
  RUNNING: 'Your runs are coming in. You may close this page: it goes on.',
  DONE: 'Everything was looked at.',
  REFUSED: 'This could not be brought in.',
  CANCELLED: 'You have ended the import. What came in before stays.',
} as const;

/** Whether an import goes on by itself. */
const goesOn = ({ state }: DataImport) => state === 'WAITING' || state === 'RUNNING';

function say(sentence: string, reason: string | null = null): void {
  const text = reason === null ? sentence : `${sentence} ${reason}`;
  // What is said again is not told again.
  if (state.textContent !== text) state.textContent = text;
}

function show(now: DataImport): void {
  const { total, done, added, duplicates, refusedCount } = now;
  about.hidden = false;
  form.hidden = goesOn(now);
  cancel.hidden = bar.hidden = !goesOn(now);
  say(sentences[now.state], now.reason);
  if (total === null) bar.removeAttribute('value');
  else [bar.max, bar.value] = [total, done];
  counts.textContent =
    `${total === null ? '' : `${done} of ${total} looked at: `}${added} came in, ` +
    `${duplicates} ${duplicates === 1 ? 'was' : 'were'} there already, ${refusedCount} did not come in.`;
  looked = done;
}

/** Shows the next results. Returns how many there were. */
async function showResults(): Promise<number> {
  const { dataImport } = await ask<Results>(documents.results, { after: last });
  if (!dataImport) return 0;
  const { nodes, pageInfo } = dataImport.results;
  last = pageInfo.endCursor ?? last;
  shown += nodes.length;
  for (const { file, outcome, reason, workout } of nodes) {
    const item = document.createElement('li');
    item.className = outcome.toLowerCase();
    const title = workout?.title || file;
    const map = workout && runMap(workout.polyline, `The way of ${title}`);
    const words = document.createElement('div');
    const lines = [
      [title, 'title'],
      [factsOf(workout), ''],
      [outcomes[outcome] + (reason === null ? '' : `: ${reason}`), 'outcome'],
    ];
    for (const [text = '', name = ''] of lines)
      words.append(Object.assign(document.createElement('p'), { textContent: text, className: name }));
    item.append(map || Object.assign(document.createElement('span'), { className: 'map' }), words);
    list.append(item);
  }
  more.hidden = shown >= looked;
  return nodes.length;
}

function factsOf(workout: Result['workout']): string {
  if (!workout) return '';
  const { localStart, runDate, distanceInMeters } = workout;
  const begun = new Date(`${(localStart?.startDate ?? runDate).slice(0, 19)}Z`);
  const day = begun.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return distanceInMeters === null ? day : `${day}, ${(distanceInMeters / unit[0]).toFixed(2)} ${unit[1]}`;
}

/** Shows an import, from now until it is over. */
async function follow(): Promise<void> {
  for (;;) {
    try {
      const { dataImport } = await ask<Latest>(documents.latest);
      if (!dataImport) return;
      show(dataImport);
      while (shown < Math.min(fewResults, looked)) if ((await showResults()) === 0) break;
      more.hidden = shown >= looked;
      if (!goesOn(dataImport)) return;
    } catch (error) {
      if (isSignedOut(error)) throw error;
      say('How far it is could not be asked. This is tried again.');
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Sends what was chosen and begins with it, unless it is cancelled. */
async function bring(): Promise<void> {
  const chosen = dropped ?? [...(files.files ?? [])].map((file) => ({ path: file.name, file }));
  if (chosen.length === 0) throw new Error('Choose files first.');
  form.hidden = true;
  about.hidden = cancel.hidden = false;
  [last, shown] = [null, 0];
  list.replaceChildren();
  counts.textContent = '';
  more.hidden = true;
  bar.hidden = false;
  bar.removeAttribute('value');
  say(sentences.PREPARED);
  at('import-title').focus();
  sending = new AbortController();
  const { signal } = sending;
  let isPrepared = false;
  try {
    const isArchive = chosen.length === 1 && /\.zip$/i.test(chosen[0]!.path);
    const archive = isArchive ? chosen[0]!.file : await storedZip(chosen, signal);
    if (archive.size > mostBytes) throw new Error('Together they have more than 512 MiB. Bring them in parts.');
    const { prepareDataImport } = await ask<{ prepareDataImport: { upload: { uploadId: string; uploadUrl: string } } }>(
      documents.prepare,
    );
    isPrepared = true;
    const { uploadId, uploadUrl } = prepareDataImport.upload;
    await send(uploadUrl, archive, signal, (part) => ([bar.max, bar.value] = [1, part]));
    const privacy = at<HTMLSelectElement>('privacy').value;
    await ask(documents.begin, { input: { uploadId, privacy, onlyRuns: at<HTMLInputElement>('only-runs').checked } });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    sending = null;
  }
  if (signal.aborted) {
    if (isPrepared) await ask(documents.cancel);
    cancel.hidden = bar.hidden = true;
    form.hidden = false;
    say(sentences.CANCELLED);
    return;
  }
  choose(null);
  form.reset();
  await follow();
}

/** Takes the files of folders, and says how many they are; null: those of the field are taken again. */
function choose(found: ChosenFile[] | null): void {
  dropped = found;
  if (found) files.value = '';
  at('dropped').textContent = found && `${found.length} files of what you have dropped are chosen.`;
}

const isSignedOut = (error: unknown) =>
  error instanceof Refused && ['UNAUTHENTICATED', 'INVALID_KEY', 'KEY_EXPIRED'].includes(error.code);

/** Does something, and says what goes wrong. */
async function tried(work: () => Promise<void>): Promise<void> {
  const problem = at('problem');
  problem.hidden = true;
  try {
    await work();
  } catch (error) {
    problem.hidden = false;
    problem.textContent = error instanceof Error ? error.message : String(error);
    cancel.hidden = bar.hidden = true;
    form.hidden = isSignedOut(error);
    say('');
    if (!isSignedOut(error)) return;
    dropKey();
    at('signed-out').hidden = false;
  }
}

async function begin(): Promise<void> {
  if (takeKey() === null) return;
  const { me, dataImport } = await ask<Latest>(documents.latest);
  at('signed-out').hidden = true;
  at('who').textContent = `The runs come into the account of ${me?.firstName}.`;
  if (me?.preferences?.distance === 'MILES') unit = [1609.344, 'mi'];
  form.hidden = false;
  if (dataImport && dataImport.state !== 'PREPARED') await follow();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void tried(bring);
});
cancel.addEventListener('click', () => {
  if (sending) sending.abort();
  else void tried(async () => void (await ask(documents.cancel)));
});
more.addEventListener('click', () => void tried(async () => void (await showResults())));
for (const kind of ['dragover', 'drop'] as const)
  form.addEventListener(kind, (event) => {
    event.preventDefault();
    const given = kind === 'drop' && event.dataTransfer;
    if (!given || given.files.length === 0) return;
    const found = droppedFolders(given);
    if (found) return void tried(async () => choose(await found));
    choose(null);
    files.files = given.files;
  });
files.addEventListener('change', () => choose(null));
// A further link may be one of somebody else.
window.addEventListener('hashchange', () => location.reload());
void tried(begin);
