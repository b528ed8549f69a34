import { ArgsType, Field, Float, Int, ObjectType } from 'type-graphql';
import { SplitUnit, TrackRepairKind } from '../enums.ts';
import type { SplitUnitWord } from '../enums.ts';
import { counted } from '../lengths.ts';
import { DateTime } from '../scalars.ts';
import { defaultResolution, maxResolution } from '../../src/domain/workouts/read-streams.ts';
import { sensorKinds } from '../../src/domain/tracks/sensors.ts';
import type { RepairKind } from '../../src/domain/tracks/repairs.ts';
import type { SensorName } from '../../src/domain/tracks/sensors.ts';

/** The units of sensors, for descriptions. */
export const sensorUnits = {
  heartRate: 'Heart rate in beats per minute.',
  cadence:
    'Cadence per minute, as it was recorded: most running watches count the steps of one leg, and bicycles the revolutions.',
  power: 'Power in watts.',
  temperature: 'Temperature of the air in degrees Celsius.',
  speed: 'Speed in meters per second, as the device recorded it.',
} as const;

/** The description of a value that is sent, with the range in which it is kept. */
export function keptRange(name: SensorName): string {
  const { least, most } = sensorKinds[name];
  return `${sensorUnits[name]} A value below ${least} or above ${most} is an error of the sensor and is ignored.`;
}

@ObjectType({ description: 'Figures of what a sensor measured during a workout.', simpleResolvers: true })
export class SensorFigure {
  @Field(() => Float, {
    description: 'The average over the time without pauses, with two decimal places. A cadence of 0 does not count.',
  })
  average!: number;
  @Field(() => Float, { description: 'The highest value.' })
  max!: number;
}

@ObjectType({
  description: 'What sensors measured during a workout. Null for what was not recorded.',
  simpleResolvers: true,
})
export class SensorFigures {
  @Field(() => SensorFigure, { nullable: true, description: sensorUnits.heartRate })
  heartRate?: SensorFigure | null;
  @Field(() => SensorFigure, { nullable: true, description: sensorUnits.cadence })
  cadence?: SensorFigure | null;
  @Field(() => SensorFigure, { nullable: true, description: sensorUnits.power })
  power?: SensorFigure | null;
  @Field(() => SensorFigure, { nullable: true, description: sensorUnits.temperature })
  temperature?: SensorFigure | null;
  @Field(() => SensorFigure, { nullable: true, description: sensorUnits.speed })
  speed?: SensorFigure | null;
}

@ObjectType({
  description:
    'Values along a workout. All lists have the same length, and an item of each belongs to the same point of the track. With fewer items than the track has points, the values of sensors are means around the point.',
  simpleResolvers: true,
})
export class WorkoutStreams {
  @Field(() => [Float], { description: 'Meters from the start, as measured from the points.' })
  distanceInMeters!: number[];
  @Field(() => [Float], {
    nullable: 'items',
    description:
      'Seconds since the first point, with pauses. Null for points without a time, or with one that is wrong.',
  })
  timeInSeconds!: (number | null)[];
  @Field(() => [Float], { description: 'Latitude in degrees.' })
  lat!: number[];
  @Field(() => [Float], { description: 'Longitude in degrees.' })
  lng!: number[];
  @Field(() => [Float], {
    nullable: 'items',
    description: 'Elevation in meters. Null for points without one.',
  })
  elev!: (number | null)[];
  @Field(() => [Float], { nullable: 'itemsAndList', description: sensorUnits.heartRate })
  heartRate!: (number | null)[] | null;
  @Field(() => [Float], { nullable: 'itemsAndList', description: sensorUnits.cadence })
  cadence!: (number | null)[] | null;
  @Field(() => [Float], { nullable: 'itemsAndList', description: sensorUnits.power })
  power!: (number | null)[] | null;
  @Field(() => [Float], { nullable: 'itemsAndList', description: sensorUnits.temperature })
  temperature!: (number | null)[] | null;
  @Field(() => [Float], { nullable: 'itemsAndList', description: sensorUnits.speed })
  speed!: (number | null)[] | null;
}

@ArgsType()
export class StreamsArgs {
  @Field(() => Int, {
    defaultValue: defaultResolution,
    description: `The largest number of points, from 2 to ${counted(maxResolution)}. Points of longer tracks are chosen evenly, with both ends.`,
  })
  resolution!: number;
}

@ObjectType({ description: 'A kilometer or mile of a workout, or what remains at its end.', simpleResolvers: true })
export class Split {
  @Field(() => Float, { description: 'Meters: the whole kilometer or mile, except for the last split.' })
  distanceInMeters!: number;
  @Field(() => Float, { nullable: true, description: 'Seconds without pauses. Null when the points have no times.' })
  durationInSeconds!: number | null;
  @Field(() => Float, {
    nullable: true,
    description:
      'Seconds for a whole kilometer or mile at the speed of this split. Null when the points have no times.',
  })
  paceInSeconds!: number | null;
  @Field(() => Float, { description: 'Elevation gain in meters.' })
  elevationGainInMeters!: number;
  @Field(() => Float, {
    nullable: true,
    description: 'Average heart rate in beats per minute. Null when none was recorded.',
  })
  averageHeartRate!: number | null;
}

@ArgsType()
export class SplitsArgs {
  @Field(() => SplitUnit, { description: 'The length of a split.' })
  unit!: SplitUnitWord;
}

@ObjectType({ description: 'The file that was uploaded as a workout, byte for byte.', simpleResolvers: true })
export class OriginalFile {
  @Field(() => String, {
    description: 'Signed URL from which the file is downloaded. It works without an API key and is meant for you only.',
  })
  url!: string;
  @Field(() => DateTime, { description: 'When the URL expires.' })
  expiresDate!: string;
  @Field(() => Int, { description: 'Size of the file in bytes.' })
  sizeInBytes!: number;
  @Field(() => String, { description: 'SHA-256 of the file, in hexadecimal digits.' })
  sha256!: string;
}

@ObjectType({
  description:
    'Recorded points that are wrong, and are therefore not counted as they are. `track` and the original file still have them.',
  simpleResolvers: true,
})
export class TrackRepair {
  @Field(() => TrackRepairKind, { description: 'What is wrong with them.' })
  kind!: RepairKind;
  @Field(() => Int, { description: 'The number of these points; at least 1.' })
  points!: number;
}
