/**
 * Seeds faults, one after the other, into a copy of the build, and tells whether `prove --drive` or recorded traffic names each.
 * `npx runners seeded-faults [TEXT]` tries those whose file or description contains the text; with `clean`, five runs
 * without a fault. The exit code is 1 if more than one of twenty was missed, or there was a false alarm.
 */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeWorkers } from '../../../src/platform/worker-pool.ts';
import { isExchange } from '../../translate/exchange.ts';
import type { Exchange } from '../../translate/exchange.ts';
import { Translator } from '../../translate/translator.ts';
import { executableSchema } from '../../../schema/index.ts';
import { makeData, startOnCopies } from '../../prove/command/sandbox.ts';
import type { Sandbox } from '../../prove/command/sandbox.ts';
import { drive } from '../../prove/drive/drive.ts';
import { recordedIn } from '../../prove/recordings/recordings.ts';
import { Replay } from '../../prove/replay/replay.ts';
import { closeConnections } from '../../prove/replay/send-call.ts';
import { World } from '../../prove/replay/world.ts';
import { readOwnerRules } from '../../prove/report/owner-rules.ts';
import { ReportCounts } from '../../prove/report/counts.ts';
import { recordedSet } from '../../prove/test/recorded/recorded-set.ts';
import { seededFaults } from './faults.ts';
import type { SeededFault } from './seeded-fault.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** So many exchanges are played: those of one client program, which has called every row. */
const mostPlayed = 330;
const cleanRuns = 5;
/** What no row creates, and the bundle has: a route, an event and a participant that everybody sees. */
const having = { route: 5, event: 1, participant: 1 };

const only = process.argv[2] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'seeded-'));
const exchanges: Exchange[] = [];
for await (const one of recordedIn(recordedSet.exchanges))
  if (isExchange(one) && exchanges.length < mostPlayed) exchanges.push(one);
const rules = readOwnerRules(readFileSync(recordedSet.rules, 'utf8'), recordedSet.rules);
const schema = executableSchema();
const translator = new Translator(schema);

/** A copy of the build, whose path stays, so that what V8 has compiled is used again. Its files, and those of packages, are links. */
const build = join(folder, 'build');
mkdirSync(join(build, 'node_modules/@runners'), { recursive: true });
const linkAll = (from: string, left: readonly string[]) => {
  for (const name of readdirSync(join(root, from)))
    if (!left.includes(name) && !name.startsWith('.git')) symlinkSync(join(root, from, name), join(build, from, name));
};
linkAll('', ['dist', 'packages', 'node_modules']);
linkAll('node_modules', ['@runners']);
for (const name of readdirSync(join(root, 'node_modules/@runners')))
  symlinkSync(join(build, 'packages', name), join(build, 'node_modules/@runners', name));
execFileSync('cp', ['-al', join(root, 'dist'), join(root, 'packages'), build]);

/** Replaces a file of the copy. The link is removed first, so that the build itself stays. */
function replace(file: string, text: string): void {
  rmSync(join(build, file));
  writeFileSync(join(build, file), text);
}

/** Makes the data that are recorded, and those that are driven: there, somebody takes part in the event without a goal. */
async function makeAllData(): Promise<void> {
  await makeData(recordedSet.bundle, join(folder, 'recorded'));
  const bundle = join(folder, 'bundle');
  cpSync(recordedSet.bundle, bundle, { recursive: true });
  writeFileSync(join(bundle, 'manifest.json'), JSON.stringify({ format: 1, taken: new Date().toISOString() }));
  appendFileSync(join(bundle, 'event_participants.jsonl'), `${JSON.stringify({ id: 4, event: 1, user: 2 })}\n`);
  await makeData(bundle, join(folder, 'driven'));
}

/** Seeds a fault, until the returned function is called. */
function seed({ file, from, to }: SeededFault): () => void {
  const text = readFileSync(join(root, file), 'utf8');
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
  replace(file, parts.join(to));
  return () => replace(file, text);
}

/** What is different in the recorded traffic, in the order of the causes. */
async function differences(rest: string, twin: string): Promise<string[]> {
  const worlds = { rest: new World(rest, new Map()), twin: new World(twin, new Map()) };
  const replay = new Replay({ schema, translator, ...worlds, writes: true });
  const counts = new ReportCounts(rules);
  for (const exchange of exchanges) counts.add(await replay.play(exchange));
  return counts
    .report()
    .causes.map(({ row, at, examples: [one] }) => `${row} ${at}: recorded ${one?.recorded}, answered ${one?.answered}`);
}

/** The statements that are not held, up to the first that is enough. */
async function faultsOfDrive(url: string, isEnough: (line: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  for await (const { check, fault, skipped } of drive(url, having)) {
    if (fault === null || skipped) continue;
    found.push(`${check.name}: ${fault}`);
    if (isEnough(found.at(-1)!)) break;
  }
  return found;
}

/** Whether a line names what is wrong. */
const names = (line: string, { row, at }: SeededFault) =>
  line.toLowerCase().includes(row.toLowerCase()) && line.toLowerCase().includes(at);

/** Tries a build. Returns what it finds; of a fault that `--drive` names, recorded traffic is not asked. */
async function tried(fault: SeededFault | null): Promise<{ recorded: string[]; driven: string[] }> {
  const copies = join(folder, 'copies');
  mkdirSync(copies, { recursive: true });
  const heal = fault && seed(fault);
  let sandbox: Sandbox | null = null;
  try {
    const service = async (data: 'driven' | 'recorded') =>
      (sandbox = await startOnCopies(join(folder, data), copies, join(build, 'dist/src/main.js')));
    const isNamed = (line: string) => fault !== null && names(line, fault);
    const driven = await faultsOfDrive((await service('driven')).rest, isNamed);
    if (driven.some(isNamed)) return { recorded: [], driven };
    await (sandbox as Sandbox | null)?.close();
    mkdirSync(copies, { recursive: true });
    const { rest, twin } = await service('recorded');
    return { recorded: await differences(rest, twin), driven };
  } finally {
    heal?.();
    closeConnections();
    await (sandbox as Sandbox | null)?.close();
  }
}

try {
  await makeAllData();
  let [missed, alarms] = [0, 0];
  const chosen = seededFaults().filter(({ file, what }) => only !== 'clean' && `${file} ${what}`.includes(only));
  for (const fault of chosen) {
    const { recorded, driven } = await tried(fault).catch((error: Error) => ({
      recorded: [],
      driven: [error.message],
    }));
    const by = driven.some((line) => names(line, fault)) ? '--drive' : 'recorded traffic';
    const line = [...driven, ...recorded].find((one) => names(one, fault));
    if (line === undefined) missed++;
    const said = line === undefined ? `MISSED (${[...driven, ...recorded].slice(0, 3).join(' | ')})` : `${by}: ${line}`;
    process.stdout.write(`${fault.file}, ${fault.what}: ${said.slice(0, 300)}\n`);
  }
  for (let run = 1; run <= (only === '' || only === 'clean' ? cleanRuns : 0); run++) {
    const { recorded, driven } = await tried(null);
    alarms += recorded.length + driven.length;
    process.stdout.write(`clean run ${run}: ${[...recorded, ...driven].join('\n') || 'nothing'}\n`);
  }
  process.stdout.write(`${missed} of ${chosen.length} faults were missed, and there were ${alarms} false alarms.\n`);
  if (missed > chosen.length / 20 || alarms > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  await closeWorkers();
}
