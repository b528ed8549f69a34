import { isParsedOnLoop } from '../../src/platform/bodies/on-loop.ts';
import type { Caller } from '@runners/limits';
import { WorkerPool } from '../../src/platform/worker-pool.ts';
import { readMigrationForm } from './migration-form.ts';
import type { MigrationForm } from './migration-form.ts';
import { isExchange } from './exchange.ts';
import type { Recorded } from './exchange.ts';
import { judgement } from './recorded/judgement.ts';
import type { Judgement, JudgingJob } from './recorded/judgement.ts';
import { readRecording } from './recorded/read-recording.ts';

/** What a worker reads: the form of the page `/migrate`, entries of a HAR file, or the body of a recorded answer. */
export type ReadingJob = { format: 'migration' } | { format: 'recording' } | JudgingJob;

/** The answer of a worker. */
export type ReadingAnswer = { form: MigrationForm } | { recording: Recorded[] } | { judgement: Judgement };

const pool = new WorkerPool<ReadingJob, ReadingAnswer>({
  // As much as the largest body of the interface may take.
  cpuMs: 30_000,
  // This names the compiled file, because the compiler does not change strings.
  script: new URL('./reading-worker.js', import.meta.url),
});

/** Reads the form of the page `/migrate`, in a worker if it is large. @throws as parseFields */
export async function parseMigrationForm(bytes: Buffer, caller: Caller): Promise<MigrationForm> {
  if (isParsedOnLoop(bytes.length, 'other')) return readMigrationForm(bytes);
  const answer = await pool.run(bytes, { format: 'migration' }, caller);
  const form = 'form' in answer ? answer.form : readMigrationForm(Buffer.alloc(0));
  for (const call of form.calls) {
    call.body = Buffer.from(call.body);
    const answer = call.recorded?.answer;
    if (answer?.body) answer.body = Buffer.from(answer.body);
  }
  return form;
}

/** Reads entries of a HAR file, in a worker if they are large. @throws as parseFields */
export async function parseRecording(bytes: Buffer, caller: Caller): Promise<Recorded[]> {
  if (isParsedOnLoop(bytes.length, 'other')) return readRecording(bytes);
  const answer = await pool.run(bytes, { format: 'recording' }, caller);
  const recording = 'recording' in answer ? answer.recording : [];
  // A thread hands over plain bytes.
  return recording.map((one) => {
    if (!isExchange(one)) return one;
    const { call, answer: given } = one;
    const body = given.body && Buffer.from(given.body);
    return { ...one, call: { ...call, body: Buffer.from(call.body) }, answer: { ...given, body } };
  });
}

/** The largest answers in bytes that are compared on the event loop: a KiB of YAML takes some milliseconds. */
const mostJudgedOnLoop = 1024;

/** Reads the body of a recorded answer, and compares it, in a worker if it is not tiny. @throws as parseFields */
export async function judge(body: Buffer, job: JudgingJob, caller: Caller): Promise<Judgement> {
  if (body.length + (job.answered?.body.length ?? 0) <= mostJudgedOnLoop) return judgement(body, job);
  const answer = await pool.run(body, job, caller);
  return 'judgement' in answer ? answer.judgement : { sent: [], differences: [], lasting: [] };
}
