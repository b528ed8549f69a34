import { findChangedRuns, remeasureRun } from '../domain/workouts/remeasure-runs.ts';
import type { ChangedRun } from '../domain/workouts/remeasure-runs.ts';
import type { Database } from '../platform/database/database.ts';

/**
 * Measures stored runs again by the rules of today: first it says of each run that changes what it was and what it will be, and
 * how many there are, and then, unless it is a dry run, it stores that.
 * @param say prints a line
 */
export async function rebuildTracks(database: Database, isDry: boolean, say: (line: string) => void): Promise<void> {
  const changed: number[] = [];
  const count = await findChangedRuns(database, (run) => {
    changed.push(run.id);
    say(sentenceOf(run));
  });
  say(`${changed.length} of ${count} runs with points ${isDry ? 'would be' : 'are'} measured differently`);
  if (isDry) return;
  let corrected = 0;
  for (const id of changed) if (await remeasureRun(database, id)) corrected++;
  say(`figures of runs: ${corrected} corrected`);
}

/** The old and new figures of a run in one line. Lines of maps are too long to be printed. */
function sentenceOf({ id, changes }: ChangedRun): string {
  const parts = changes.map(({ name, from, to }) =>
    name === 'polyline' ? 'the line of the map' : `${name} ${from ?? 'none'} -> ${to ?? 'none'}`,
  );
  return `run ${id}: ${parts.join(', ')}`;
}
