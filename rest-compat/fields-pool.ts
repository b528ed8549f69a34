import { availableParallelism } from 'node:os';
import { Failure } from '../src/errors.ts';
import type { FailureCode, FailureDetails } from '../src/errors.ts';
import { WorkerFailed, WorkerPool } from '../src/platform/worker-pool.ts';
import { readFields } from './fields.ts';
import type { FieldsForm } from './fields.ts';
import type { Format } from './formats/formats.ts';

/** The answer of a worker. */
export type FieldsAnswer =
  | { fields: Record<string, unknown> }
  | { refused: { code: FailureCode; message: string; details: FailureDetails } }
  | { failed: string };

/** The largest body in bytes that is parsed on the event loop, by format. Each takes a few milliseconds. */
const inline: Partial<Record<Format, number>> = { json: 256 * 1024, xml: 64 * 1024, yaml: 16 * 1024 };

/**
 * Bodies without points are small (`PLAIN_VALUES`, 1 MiB). They are always parsed on the event loop if their format produces
 * instances of the classes of this project, which cannot be passed between threads.
 */
const isInline = (bytes: Buffer, { format, points }: FieldsForm) =>
  bytes.length <= (inline[format] ?? 0) || (points === null && format !== 'json');

/** The longest time in milliseconds that parsing may take in a worker. A body of 32 MiB takes one to three seconds. */
const TIMEOUT = 30_000;

let pool: WorkerPool<FieldsForm, FieldsAnswer> | null = null;

/**
 * Reads a body as readFields does. A large one is parsed in a worker, since it would block the event loop for seconds.
 * @throws Failure MALFORMED, TOO_LARGE, INVALID; WorkerFailed when a worker was lost (500)
 */
export async function parseFields(bytes: Buffer, form: FieldsForm): Promise<Record<string, unknown>> {
  if (isInline(bytes, form)) return readFields(bytes, form);
  pool ??= new WorkerPool({
    size: Math.min(2, Math.max(1, availableParallelism() - 1)),
    timeout: TIMEOUT,
    // This names the compiled file, because the compiler does not change strings.
    script: new URL('./fields-worker.js', import.meta.url),
  });
  const answer = await pool.run(bytes, form);
  if ('fields' in answer) return answer.fields;
  if ('failed' in answer) throw new WorkerFailed(answer.failed);
  const { code, message, details } = answer.refused;
  throw new Failure(code, message, details);
}

/** Ends the workers that parseFields has started. It starts new ones when they are needed again. */
export async function closeFieldsWorkers(): Promise<void> {
  const closing = pool;
  pool = null;
  await closing?.close();
}
