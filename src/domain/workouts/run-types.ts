import { beginningOf, lengths, storableLine } from '../../platform/text.ts';

/** The words for running indoors. */
const indoors: readonly string[] = ['treadmill', 'indoor_running'];
/** The words that say that something is a run, or that do not say what it is. */
const ofRuns = /run|jog|treadmill|^(?:generic|9)$/i;

/** The nine run types (interface, Workout). */
export const runTypes = [
  'Endurance',
  'Tempo',
  'Slow',
  'Interval',
  'Group',
  'Elevation',
  'Race',
  'Indoor',
  'Beach',
] as const;

export type RunType = (typeof runTypes)[number];

/**
 * Converts the run type of a device: to one of the nine, compared without regard to case, or else to Endurance with the
 * original as source type (decisions R3).
 */
export function runTypeOf(word: string | null): { runType: RunType; sourceType: string | null } {
  const lower = word?.trim().toLowerCase() ?? '';
  const known = runTypes.find((type) => type.toLowerCase() === lower);
  if (known) return { runType: known, sourceType: null };
  const runType = indoors.includes(lower) ? 'Indoor' : 'Endurance';
  return { runType, sourceType: lower === '' || !word ? null : beginningOf(storableLine(word), lengths.name) };
}

/** Whether the word of a device for a sport may mean running. A file without a word does not say that it is anything else. */
export function mayBeRun(word: string | null): boolean {
  return word === null || word.trim() === '' || ofRuns.test(word.trim()) || runTypeOf(word).sourceType === null;
}
