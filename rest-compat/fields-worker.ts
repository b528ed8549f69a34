/** Reads large bodies in a thread of its own; started by fields-pool.ts, one job at a time. */
import { failureOf } from '../src/errors.ts';
import { columnsOf } from '../src/domain/tracks/gpx-worker-messages.ts';
import type { Track } from '../src/domain/tracks/track.ts';
import { answerJobs } from '../src/platform/worker-jobs.ts';
import type { JobAnswer } from '../src/platform/worker-jobs.ts';
import type { FieldsAnswer } from './fields-pool.ts';
import { readFields } from './fields.ts';
import type { FieldsForm } from './fields.ts';
import { asLast } from './formats/untyped-value.ts';

export default answerJobs<FieldsForm>((bytes, { format, points }): JobAnswer<FieldsAnswer> => {
  try {
    const fields = readFields(bytes, { format, points });
    if (points === null) return [{ fields }];
    const track = fields[points] as Track | undefined;
    const lights = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, light(value)]));
    return [{ fields: lights }, track ? columnsOf(track) : []];
  } catch (error: unknown) {
    const failure = failureOf(error);
    if (failure) return [{ refused: { code: failure.code, message: failure.message, details: failure.details } }];
    return [{ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }];
  }
});

/**
 * What is cheap to hand over: besides its points a body that has some has scalars only. A list or mapping elsewhere may
 * have a million values; an empty one in its place is refused, or ignored, just the same.
 */
function light(value: unknown): unknown {
  const last = asLast(value);
  if (typeof last !== 'object' || last === null || 'latitudeE7' in last) return last;
  return {};
}
