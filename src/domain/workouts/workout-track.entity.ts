import { defineEntity, p } from '@mikro-orm/core';
import { Workout } from './workout.entity.ts';

const WorkoutTrackSchema = defineEntity({
  name: 'WorkoutTrack',
  tableName: 'workout_track',
  properties: {
    workout: () => p.oneToOne(Workout).primary().owner().deleteRule('cascade'),
    /**
     * All points, packed (`packages/recordings/track/packed-track.ts`) into one binary value for each workout
     * (docs/performance.md#tracks).
     */
    points: p.blob(),
  },
});

/** The recorded points of a workout. */
export class WorkoutTrack extends WorkoutTrackSchema.class {}
WorkoutTrackSchema.setClass(WorkoutTrack);
