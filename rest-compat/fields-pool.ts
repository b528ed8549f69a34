import { availableParallelism } from 'node:os';
import { Failure } from '../src/errors.ts';
import type { FailureCode, FailureDetails } from '../src/errors.ts';
import { WorkerFailed, WorkerPool } from '../src/platform/worker-pool.ts';
import { readFields } from './fields.ts';
import type { FieldsForm } from './fields.ts';
import type { Format } from './formats/formats.ts';

/** What a worker answers. */
export type FieldsAnswer =
  | { fields: Record<string, unknown> }
  | { refused: { code: FailureCode; message: string; details: FailureDetails } }
  | { failed: string };

/** Bytes up to which a body is read on the request loop, in its format: some milliseconds each. */
const inline: Partial<Record<Format, number>> = { json: 256 * 1024, xml: 64 * 1024, yaml: 16 * 1024 };

/**
 * Bodies without points are small in every way (`PLAIN_VALUES`, 1 MiB). Those of formats whose values are of classes of
 * ours, which do not pass between threads, are always read here.
 */
const isInline = (bytes: Buffer, { format, points }: FieldsForm) =>
  bytes.length <= (inline[format] ?? 0) || (points === null && format !== 'json');

/** Milliseconds a body may take in a worker; 32 MiB take one to three seconds. */
const TIMEOUT = 30_000;

let pool: WorkerPool<FieldsForm, FieldsAnswer> | null = null;

/**
 * Reads a body as readFields does; a large one off the request loop, which would otherwise stand still for seconds.
 * @throws Failure MALFORMED, TOO_LARGE, INVALID; WorkerFailed when a worker was lost (500)
 */
export async function parseFields(bytes: Buffer, form: FieldsForm): Promise<Record<string, unknown>> {
  if (isInline(bytes, form)) return readFields(bytes, form);
  pool ??= new WorkerPool({
    size: Math.min(2, Math.max(1, availableParallelism() - 1)),
    timeout: TIMEOUT,
    // the compiled file: the compiler leaves strings alone
    script: new URL('./fields-worker.js', import.meta.url),
  });
  const answer = await pool.run(bytes, form);
  if ('fields' in answer) return answer.fields;
  if ('failed' in answer) throw new WorkerFailed(answer.failed);
  const { code, message, details } = answer.refused;
  throw new Failure(code, message, details);
}

/** Ends the workers that parseFields started, if any; it starts new ones when it needs them again. */
export async function closeFieldsWorkers(): Promise<void> {
  const closing = pool;
  pool = null;
  await closing?.close();
}
