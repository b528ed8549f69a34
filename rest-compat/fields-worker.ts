/** The worker thread that parses large bodies. fields-pool.ts starts it and gives it one job at a time. */
import { columnsOf } from '@runners/recordings';
import type { Track } from '@runners/recordings';
import { answerJobs } from '../src/platform/worker-jobs.ts';
import type { JobAnswer } from '../src/platform/worker-jobs.ts';
import type { FieldsAnswer } from './fields-pool.ts';
import { readFields } from './fields.ts';
import type { FieldsForm } from './fields.ts';
import { handedOver } from './formats/handed-over.ts';
import { asLast } from '@runners/wire';

export default answerJobs<FieldsForm>((bytes, job): JobAnswer<FieldsAnswer> => {
  const fields = readFields(bytes, job);
  const { points, format } = job;
  if (points === null) return [{ fields: handedOver(fields, format) }];
  const track = fields[points] as Track | undefined;
  const lights = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, light(value)]));
  return [{ fields: lights }, track ? columnsOf(track) : []];
});

/**
 * The part of a body that is cheap to pass between threads. Besides its points, a body with points has only scalars. A list
 * or mapping elsewhere may have a million values; an empty one in its place is refused, or ignored, in the same way.
 */
function light(value: unknown): unknown {
  const last = asLast(value);
  if (typeof last !== 'object' || last === null || 'latitudeE7' in last) return last;
  return {};
}
