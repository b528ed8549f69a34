/** The program that GPX files name as their writer (interface, Workouts). */
export const gpxCreator = 'Fitness Activity Social Service';

/** The name of a workout in a GPX file. */
export function gpxNameOf({ runType, title }: { runType: string; title: string }): string {
  return `${runType} - ${title}`;
}
