/** The nine kinds of run (interface, Workout). */
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

/** A device's word for the run: one of the nine in any case, else Endurance with the word kept (decisions R3). */
export function runTypeOf(word: string | null): { runType: RunType; sourceType: string | null } {
  const lower = word?.trim().toLowerCase() ?? '';
  const known = runTypes.find((type) => type.toLowerCase() === lower);
  if (known) return { runType: known, sourceType: null };
  return { runType: 'Endurance', sourceType: lower === '' || !word ? null : cleaned(word) };
}

function cleaned(word: string): string {
  return (
    word
      .toWellFormed()
      // eslint-disable-next-line no-control-regex -- what can't be stored goes, the word is for information only
      .replace(/[\u0000-\u001F\u007F]+/g, ' ')
      .trim()
      .slice(0, 100)
  );
}
