import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { closeWorkers } from '../../../src/platform/worker-pool.ts';
import { isExchange } from '../../translate/exchange.ts';
import type { Recorded } from '../../translate/exchange.ts';
import { Translator } from '../../translate/translator.ts';
import { executableSchema } from '../../../schema/index.ts';
import { followed } from '../recordings/follow.ts';
import { recordedIn, recordingsAt } from '../recordings/recordings.ts';
import { keysIn } from '../replay/keys.ts';
import { Replay } from '../replay/replay.ts';
import { closeConnections } from '../replay/send-call.ts';
import { World } from '../replay/world.ts';
import { readOwnerRules } from '../report/owner-rules.ts';
import { ReportCounts } from '../report/counts.ts';
import { causeLine, summaryOf, writeReport } from '../report/write-report.ts';
import { Sentence } from '../../../src/process/command.ts';
import { usageOf } from '../../../src/process/command-usage.ts';
import { driveServer, listChecks } from './drive-command.ts';
import { openSandbox } from './sandbox.ts';

const usage = usageOf('prove');

/** So many causes are printed. The report has the others. */
const printed = 20;
/** The report is written anew after so many milliseconds at the earliest. */
const leastPauseMs = 2000;

/** The words of the command. @throws Sentence that says how it is used */
function given(words: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    against: text,
    sandbox: text,
    keys: text,
    rules: text,
    follow: flag,
    help: flag,
    drive: flag,
    list: flag,
  };
  const more = { only: text, have: { ...text, multiple: true, default: [] as string[] } } as const;
  const report = { ...text, default: 'prove-report' } as const;
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { ...options, ...more, report },
      allowPositionals: true,
    });
    const [recording, ...others] = positionals;
    const isOne = (values.against === undefined) !== (values.sandbox === undefined);
    const needsNone = values.drive || values.list;
    if (values.help || others.length > 0 || needsNone === (recording !== undefined)) throw new Sentence(usage);
    if (!values.list && !isOne) throw new Sentence(usage);
    if (values.drive && values.against === undefined) throw new Sentence('--drive needs --against URL.');
    if (values.against !== undefined && !URL.canParse(values.against)) throw new Sentence('--against must be a URL.');
    return { ...values, recording: recording ?? '' };
  } catch (error) {
    throw error instanceof Sentence ? error : new Sentence(`${(error as Error).message}\n\n${usage}`);
  }
}

/** Runs the command. The exit code is 1 if something is different. */
export async function proveCommand(words: string[]): Promise<void> {
  const values = given(words);
  if (values.list) listChecks(values.only);
  else if (values.drive) await driveServer(new URL(values.against ?? '').origin, values);
  else await proveRecording(values);
}

async function proveRecording(values: ReturnType<typeof given>): Promise<void> {
  const { recording, against, sandbox: from, keys, rules, report: folder, follow } = values;
  const files = await recordingsAt(recording);
  // A broken file is refused before anything is sent.
  if (!follow) for (const file of files) for await (const _one of recordedIn(file));
  const counts = new ReportCounts(rules === undefined ? [] : readOwnerRules(readFileSync(rules, 'utf8'), rules));
  const sandbox = from === undefined ? null : await openSandbox(from);
  try {
    const worldOf = async (url: string) => new World(url, keys === undefined ? new Map() : await keysIn(keys, url));
    const rest = await worldOf(sandbox?.rest ?? new URL(against ?? '').origin);
    const twin = sandbox ? await worldOf(sandbox.twin) : rest;
    const schema = executableSchema();
    const replay = new Replay({ schema, translator: new Translator(schema), rest, twin, writes: sandbox !== null });
    let next = Date.now() + leastPauseMs;
    /** Writes the report as it is so far, for a twentieth of the time. */
    const writeSoFar = () => {
      const began = Date.now();
      if (began < next) return;
      writeReport(folder, counts.report());
      next = Date.now() + Math.max(leastPauseMs, 20 * (Date.now() - began));
    };
    const play = async (recorded: Recorded) => {
      if (!isExchange(recorded)) return counts.leftOut(recorded.why);
      const fresh = counts.add(await replay.play(recorded));
      if (follow) for (const cause of fresh) process.stdout.write(`${causeLine(cause)}\n`);
      writeSoFar();
    };
    if (follow) for await (const one of followed(files[0]!)) await play(one);
    else for (const file of files) for await (const one of recordedIn(file)) await play(one);
  } finally {
    closeConnections();
    await sandbox?.close();
    await closeWorkers();
  }
  const report = counts.report();
  writeReport(folder, report);
  const lines = report.causes.slice(0, printed).map((cause) => `  ${causeLine(cause)}\n`);
  process.stdout.write(`${summaryOf(report)}\n${lines.join('')}See ${folder}/report.html.\n`);
  if (report.different > 0) process.exitCode = 1;
}
