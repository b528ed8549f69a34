import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { extentOf, isGzip, pointCount, readRecording } from '@runners/recordings';
import type { RecordingFormat } from '@runners/recordings';
import { MAX_BYTES } from '../../../src/platform/bodies/max-values.ts';
import { need } from '../../../test/support/needs.ts';
import { differences } from './compared.ts';
import { notRecognized } from './conversions.ts';
import { checkoutOf, contentOf, readCorpus } from './corpus.ts';
import { figuresOf, tracksOf } from './figures.ts';
import { readByGpsbabel } from './gpsbabel.ts';
import { pairsOf, unequalParts } from './pairs.ts';
import type { Run } from './pairs.ts';
import type { Read } from './read-files.ts';

/*
 * npx runners recordings [FOLDER]
 *
 * Reads recordings of public repositories of other programs, in processes of their own, and compares them with what gpsbabel reads;
 * turns those of GPX into TCX and FIT, which have to be the same run; and compares sensors, laps and pauses where the list has a run
 * in several formats. FOLDER has the repositories as OWNER/NAME, checkouts or bare ones; those that it does not have are fetched into
 * it. It prints what came of the files of each format, and what is wrong. The exit code is 1 if anything differs for which
 * `recordings.json` has no reason, or if a file ended its process, or took more than two seconds of processor time or 100 MB.
 * RECORDINGS has words of the names of the repositories to try, separated by commas.
 */

await need('recordings', { all: ['gpsbabel'] });
/** Milliseconds, and bytes. */
const most = { cpu: 2000, memory: 100e6 };
const script = fileURLToPath(new URL('./read-files.js', import.meta.url));
const samples = fileURLToPath(new URL('../../../../packages/recordings/test/gpx/', import.meta.url));
const corpus = readCorpus();
const scratch = await mkdtemp(join(tmpdir(), 'recordings-'));
const folder = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? scratch;
const words = (process.env['RECORDINGS'] ?? '').split(',').filter(Boolean);
const counts: Record<string, Record<string, number>> = {};
const largest = { cpu: 0, memory: 0 };
const wrong: string[] = [];
const reasonsUsed = new Set<string>();
const runs: Run[] = [];
const inAll = { conversions: 0, pairs: 0 };

/** A file that is tried, and where it is meanwhile. */
interface Tried {
  name: string;
  content: Buffer;
  format: RecordingFormat;
  path: string;
}

/** Courses have positions, and are nobody's run. */
const isCourse = /^it is a course/;

function count(format: string, what: string): void {
  const counted = (counts[format] ??= {});
  counted[what] = (counted[what] ?? 0) + 1;
}

/** Says that something is wrong, unless the list has a reason for it. */
function complain(name: string, what: string): void {
  if (corpus.otherwise[name] === undefined) wrong.push(`${name}: ${what}`);
  reasonsUsed.add(name);
}

/** Reads files in a process of their own. What follows a file that ended it is not read. */
async function readApart(files: readonly Tried[]): Promise<Read[]> {
  const paths = files.map(({ path }) => path);
  const told = await promisify(execFile)(process.execPath, [script, ...paths], { maxBuffer: 2 ** 26 }).catch(
    (error: Error & { stdout: string }) => error,
  );
  const reads = told.stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Read]));
  if (told instanceof Error) wrong.push(`${files[reads.length]?.name}: it ended its process: ${told.message}`);
  return reads;
}

/** Tries the recordings of a repository, or of our tests. */
async function tryAll(files: readonly [name: string, content: Buffer][]): Promise<void> {
  const tried: Tried[] = [];
  for (const [n, [name, packed]] of files.entries()) {
    const content = isGzip(packed) ? gunzipSync(packed, { maxOutputLength: MAX_BYTES }) : packed;
    const format = /\.(fit|tcx|gpx)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase() as RecordingFormat;
    tried.push({ name, content, format, path: join(scratch, `${n}.${format}`) });
    await writeFile(tried[n]!.path, content);
  }
  for (const [n, read] of (await readApart(tried)).entries()) await compare(tried[n]!, read);
}

async function compare({ name, content, format, path }: Tried, read: Read): Promise<void> {
  const { refused, activities, figures, cpu, memory } = read;
  largest.cpu = Math.max(largest.cpu, cpu);
  largest.memory = Math.max(largest.memory, memory);
  if (cpu > most.cpu || memory > most.memory)
    wrong.push(`${name}: ${cpu.toFixed()} ms of processor time, ${(memory / 1e6).toFixed()} MB`);
  count(format, 'files');
  count(format, refused !== null ? 'refused' : figures.points > 1 ? 'with a track' : 'without a track');
  const theirs = await readByGpsbabel(format, path).then(
    (track) => figuresOf([track]),
    (error: Error) => error,
  );
  if (theirs instanceof Error) {
    if (figures.points > 1) complain(name, `gpsbabel cannot read it: ${theirs.message.slice(0, 200)}`);
  } else if (theirs.points > 1 && refused !== null && !isCourse.test(refused)) complain(name, refused);
  else if (theirs.points > 1 || figures.points > 1)
    for (const difference of refused === null ? differences(figures, theirs, activities) : [])
      complain(name, difference);
  if (refused === null) await keepRuns(name, format, path, content);
}

/** Keeps the runs of a file for comparisons, and converts those of GPX. */
async function keepRuns(name: string, format: RecordingFormat, path: string, content: Buffer): Promise<void> {
  const recording = readRecording(content);
  const activities = recording.format === 'gpx' ? [] : recording.activities;
  for (const [n, track] of tracksOf(recording).entries())
    if (pointCount(track) > 1) runs.push({ name, format, track, activity: activities[n] ?? null });
  if (recording.format !== 'gpx' || !extentOf(recording.gpx.track)) return;
  inAll.conversions++;
  for (const what of await notRecognized(path, recording.gpx.track)) complain(name, what);
}

try {
  const ownNames = (await readdir(samples)).filter((name) => name.endsWith('.gpx'));
  await tryAll(await Promise.all(ownNames.map(async (name) => [`tests:${name}`, await readFile(join(samples, name))])));
  for (const repository of corpus.repositories) {
    if (words.length > 0 && !words.some((word) => repository.repository.includes(word))) continue;
    const checkout = await checkoutOf(folder, corpus.host, repository);
    if (!checkout) {
      process.stdout.write(`it cannot be fetched: ${repository.repository} ${repository.commit}\n`);
      continue;
    }
    const files: [string, Buffer][] = [];
    for (const path of repository.files)
      files.push([`${repository.repository}:${path}`, await contentOf(checkout, repository.commit, path)]);
    await tryAll(files);
  }
} finally {
  await rm(scratch, { recursive: true });
}
for (const [one, other] of pairsOf(runs)) {
  inAll.pairs++;
  const name = `${one.name} = ${other.name}`;
  for (const what of unequalParts(one, other)) complain(name, what);
}
for (const name of Object.keys(corpus.otherwise))
  if (words.length === 0 && !reasonsUsed.has(name))
    wrong.push(`${name}: there is a reason for it in the list, and nothing differs`);
for (const [format, counted] of Object.entries(counts)) process.stdout.write(`${format}: ${JSON.stringify(counted)}\n`);
process.stdout.write(
  `at most ${largest.cpu.toFixed()} ms of processor time and ${(largest.memory / 1e6).toFixed()} MB\n`,
);
process.stdout.write(`${inAll.conversions} files of GPX were converted, ${inAll.pairs} pairs of files were compared\n`);
for (const one of wrong) process.stdout.write(`${one}\n`);
process.exitCode = wrong.length > 0 ? 1 : 0;
