/** Reads large bodies in a thread of its own; started by fields-pool.ts, one job at a time. */
import { parentPort } from 'node:worker_threads';
import { failureOf } from '../src/errors.ts';
import { columnsOf } from '../src/domain/tracks/gpx-worker-messages.ts';
import type { Track } from '../src/domain/tracks/track.ts';
import type { WorkerJob } from '../src/platform/worker-pool.ts';
import type { FieldsAnswer } from './fields-pool.ts';
import { readFields } from './fields.ts';
import type { FieldsForm } from './fields.ts';
import { asLast } from './formats/untyped-value.ts';

parentPort?.on('message', (job: WorkerJob<FieldsForm>) => {
  const answer = answerTo(job);
  const track = 'fields' in answer && job.points !== null ? (answer.fields[job.points] as Track | undefined) : null;
  parentPort?.postMessage(answer, track ? columnsOf(track) : []);
});

function answerTo({ bytes, ...form }: WorkerJob<FieldsForm>): FieldsAnswer {
  try {
    const fields = readFields(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), form);
    return { fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, light(value)])) };
  } catch (error: unknown) {
    const failure = failureOf(error);
    if (failure) return { refused: { code: failure.code, message: failure.message, details: failure.details } };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/**
 * What is cheap to hand over: besides its points such a body has scalars only. A list or mapping elsewhere may have a
 * million values; an empty one in its place is refused, or ignored, just the same.
 */
function light(value: unknown): unknown {
  const last = asLast(value);
  if (typeof last !== 'object' || last === null || 'latitudeE7' in last) return last;
  return {};
}
