import { isParsedOnLoop } from '../src/platform/bodies/on-loop.ts';
import type { Caller } from '@runners/limits';
import { WorkerPool } from '../src/platform/worker-pool.ts';
import { readFields } from './fields.ts';
import type { FieldsForm } from './fields.ts';
import { takenOver } from './formats/handed-over.ts';

/** The answer of a worker. */
export interface FieldsAnswer {
  fields: Record<string, unknown>;
}

const pool = new WorkerPool<FieldsForm, FieldsAnswer>({
  // A body of 32 MiB takes one to three seconds.
  cpuMs: 30_000,
  // This names the compiled file, because the compiler does not change strings.
  script: new URL('./fields-worker.js', import.meta.url),
});

/**
 * Reads a body as readFields does, in a worker if it is large, when it is the caller's turn.
 * @throws Failure MALFORMED, TOO_LARGE, INVALID; as `WorkerPool.run`
 */
export async function parseFields(bytes: Buffer, form: FieldsForm, caller?: Caller): Promise<Record<string, unknown>> {
  if (isParsedOnLoop(bytes.length, form.format === 'json' ? 'json' : 'other', caller)) return readFields(bytes, form);
  const { fields } = await pool.run(bytes, form, caller);
  return takenOver(fields, form.format);
}
