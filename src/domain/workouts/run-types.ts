import { lengths, storableLine } from '../../platform/text.ts';

/** The nine kinds of run (interface, Workout). */
const runTypes = ['Endurance', 'Tempo', 'Slow', 'Interval', 'Group', 'Elevation', 'Race', 'Indoor', 'Beach'] as const;

export type RunType = (typeof runTypes)[number];

/** A device's word for the run: one of the nine in any case, else Endurance with the word kept (decisions R3). */
export function runTypeOf(word: string | null): { runType: RunType; sourceType: string | null } {
  const lower = word?.trim().toLowerCase() ?? '';
  const known = runTypes.find((type) => type.toLowerCase() === lower);
  if (known) return { runType: known, sourceType: null };
  return { runType: 'Endurance', sourceType: lower === '' || !word ? null : storableLine(word).slice(0, lengths.name) };
}
