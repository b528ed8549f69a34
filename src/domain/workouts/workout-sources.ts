/** Where the points of a workout come from: the body of a request, or a GPX file. */
export const workoutSources = ['json', 'gpx'] as const;

export type WorkoutSource = (typeof workoutSources)[number];
