/** Where the points of a workout come from: the body of a request, or a file of this format. */
export const workoutSources = ['json', 'gpx', 'fit', 'tcx'] as const;

export type WorkoutSource = (typeof workoutSources)[number];
