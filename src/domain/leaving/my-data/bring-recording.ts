import { MAX_BYTES } from '../../../platform/bodies/max-values.ts';
import { Failure } from '../../../errors.ts';
import type { ImportWishes } from '../../accounts/data-import.entity.ts';
import type { Context } from '../../context.ts';
import { momentOf } from '../../rules/moment.ts';
import { importActivities } from '../../workouts/recordings/import-recording.ts';
import type { ImportedActivity } from '../../workouts/recordings/import-recording.ts';
import type { Archive } from './archive.ts';
import { datePublished } from './bring-run.ts';
import { sentenceOf } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import type { Item } from './plan.ts';

/**
 * Stores the activities of a recording of another service, made known when they ended, and never in a social network. Each is
 * recognized as any other upload. @throws Failure as `importActivities`
 */
export async function bringRecording(
  context: Context,
  archive: Archive,
  { file, said: { sport, ...texts } }: Extract<Item, { kind: 'recording' }>,
  wishes: ImportWishes,
): Promise<Outcome> {
  const bytes = await archive.read(file, MAX_BYTES);
  if (!bytes) throw new Failure('TOO_LARGE', `A recording may have ${MAX_BYTES} bytes.`);
  try {
    const outcomes = await importActivities(context, bytes, { ...texts, ...wishes }, { sport });
    const stored = outcomes.filter((outcome) => 'workout' in outcome);
    for (const { workout } of stored) {
      const end = Date.parse(workout.runDate) + workout.durationInSeconds * 1000;
      await context.database.all(datePublished, [workout.id, momentOf(end)]);
    }
    return { kind: 'added', workoutId: stored[0]!.workout.id, notes: notesOf(outcomes) };
  } catch (error) {
    const existing = error instanceof Failure && error.code === 'WORKOUT_EXISTS' ? error.details.existing : undefined;
    if (!existing) throw error;
    return { kind: 'duplicate', workoutId: existing.id };
  }
}

/** What the owner should know about a recording that came in. */
function notesOf(outcomes: readonly ImportedActivity[]): string[] {
  const failed = outcomes.flatMap((outcome) => ('failure' in outcome ? [outcome.failure] : []));
  const notes = failed
    .slice(0, 1)
    .map(({ message }) =>
      sentenceOf(`${failed.length} of its ${outcomes.length} activities did not come in: ${message}`),
    );
  if (outcomes.some((outcome) => 'workout' in outcome && outcome.originalKept === false))
    notes.push('It came in, and its file is not kept: there is no room for it.');
  return notes;
}
