import { lengths, storableLine } from '../../platform/text.ts';

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
  return { runType: 'Endurance', sourceType: lower === '' || !word ? null : storableLine(word).slice(0, lengths.name) };
}
