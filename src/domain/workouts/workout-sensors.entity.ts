import { defineEntity, p } from '@mikro-orm/core';
import type { SensorFigures } from '@runners/recordings';
import { Workout } from './workout.entity.ts';

const WorkoutSensorsSchema = defineEntity({
  name: 'WorkoutSensors',
  tableName: 'workout_sensors',
  properties: {
    workout: () => p.oneToOne(Workout).primary().owner().deleteRule('cascade'),
    /** The values at all points, packed (`packages/recordings/track/packed-sensors.ts`). */
    packed: p.blob(),
    /** Average and maximum of each sensor. */
    figures: p.json<SensorFigures>(),
  },
});

/**
 * What sensors measured during a workout. A workout without sensors has no row. The row is apart from the points, so
 * that reading these takes no longer.
 */
export class WorkoutSensors extends WorkoutSensorsSchema.class {}
WorkoutSensorsSchema.setClass(WorkoutSensors);
