import { ArgsType, Field, Float, ObjectType } from 'type-graphql';
import { counted } from '../lengths.ts';
import { defaultResolution, maxResolution } from '../../src/domain/workouts/read-streams.ts';
import { sensorKinds } from '@runners/recordings';
import type { SensorName } from '@runners/recordings';
import { inputFields, outputFields } from '../fields.ts';

/** The units of sensors, for descriptions. */
const sensorUnits = {
  heartRate: 'Heart rate in beats per minute.',
  cadence:
    'Cadence per minute, as it was recorded: most running watches count the steps of one leg, and bicycles the revolutions.',
  power: 'Power in watts.',
  temperature: 'Temperature of the air in degrees Celsius.',
  speed: 'Speed in meters per second, as the device recorded it.',
} as const;

/** The description of a value that is read, which is null where `what` has none. */
export function measured(name: SensorName, what = 'the point'): string {
  return `${sensorUnits[name]} Null when ${what} has none.`;
}

/** The description of a value that is sent, with the range in which it is kept. */
export function keptRange(name: SensorName): string {
  const { least, most } = sensorKinds[name];
  return `${sensorUnits[name]} A value below ${least} or above ${most} is an error of the sensor and is ignored.`;
}

@ObjectType({ description: 'Figures of what a sensor measured during a workout.' })
export class SensorFigure extends outputFields({
  average: [
    'Float!',
    'The average over the time without pauses, with two decimal places. A cadence of 0 does not count.',
  ],
  max: ['Float!', 'The highest value.'],
}) {}

@ObjectType({
  description: 'What sensors measured during a workout. Null for what was not recorded.',
  simpleResolvers: true,
})
export class SensorFigures {
  @Field(() => SensorFigure, { nullable: true, description: measured('heartRate', 'the workout') })
  heartRate?: SensorFigure | null;
  @Field(() => SensorFigure, { nullable: true, description: measured('cadence', 'the workout') })
  cadence?: SensorFigure | null;
  @Field(() => SensorFigure, { nullable: true, description: measured('power', 'the workout') })
  power?: SensorFigure | null;
  @Field(() => SensorFigure, { nullable: true, description: measured('temperature', 'the workout') })
  temperature?: SensorFigure | null;
  @Field(() => SensorFigure, { nullable: true, description: measured('speed', 'the workout') })
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
  @Field(() => [Float], { nullable: 'itemsAndList', description: measured('heartRate', 'the workout or a point') })
  heartRate!: (number | null)[] | null;
  @Field(() => [Float], { nullable: 'itemsAndList', description: measured('cadence', 'the workout or a point') })
  cadence!: (number | null)[] | null;
  @Field(() => [Float], { nullable: 'itemsAndList', description: measured('power', 'the workout or a point') })
  power!: (number | null)[] | null;
  @Field(() => [Float], { nullable: 'itemsAndList', description: measured('temperature', 'the workout or a point') })
  temperature!: (number | null)[] | null;
  @Field(() => [Float], { nullable: 'itemsAndList', description: measured('speed', 'the workout or a point') })
  speed!: (number | null)[] | null;
}

@ArgsType()
export class StreamsArgs extends inputFields({
  resolution: [
    'Int!',
    `The largest number of points, from 2 to ${counted(maxResolution)}. Points of longer tracks are chosen evenly, with both ends.`,
    defaultResolution,
  ],
}) {}

@ObjectType({ description: 'A kilometer or mile of a workout, or what remains at its end.' })
export class Split extends outputFields({
  distanceInMeters: ['Float!', 'Meters: the whole kilometer or mile, except for the last split.'],
  durationInSeconds: ['Float', 'Seconds without pauses. Null when the points have no times.'],
  paceInSeconds: [
    'Float',
    'Seconds for a whole kilometer or mile at the speed of this split. Null when the points have no times.',
  ],
  elevationGainInMeters: ['Float!', 'Elevation gain in meters.'],
  averageHeartRate: ['Float', 'Average heart rate in beats per minute. Null when none was recorded.'],
}) {}

@ArgsType()
export class SplitsArgs extends inputFields({ unit: ['SplitUnit!', 'The length of a split.'] }) {}

@ObjectType({
  description: 'A lap, as the device counted it: when a button was pressed, or by itself, such as each kilometer.',
})
export class Lap extends outputFields({
  startDate: ['DateTime', 'When it began. Null when the file does not say it.'],
  durationInSeconds: ['Float', 'Seconds without pauses. Null when the file does not say them.'],
  distanceInMeters: ['Float', 'Meters as the device counted them. Null when the file does not say them.'],
}) {}

@ObjectType({ description: 'The file that was uploaded as a workout, byte for byte.' })
export class OriginalFile extends outputFields({
  url: [
    'String!',
    'Signed URL from which the file is downloaded. It works without an API key and is meant for you only.',
  ],
  expiresDate: ['DateTime!', 'When the URL expires.'],
  sizeInBytes: ['Int!', 'Size of the file in bytes.'],
  sha256: ['String!', 'SHA-256 of the file, in hexadecimal digits.'],
}) {}

@ObjectType({ description: 'When a workout began by the clocks where it was run.' })
export class LocalStart extends outputFields({
  startDate: ['WallClock!', 'The date and time of these clocks: `2024-03-01T08:00:00.000000`.'],
  timeZone: ['String!', 'IANA name of the time zone at the first point: `Europe/Zurich`.'],
  offsetInMinutes: ['Int!', 'Minutes by which these clocks are ahead of UTC: 60.'],
}) {}

@ObjectType({
  description:
    'Recorded points that are wrong, and are therefore not counted as they are. `track` and the original file still have them.',
})
export class TrackRepair extends outputFields({
  kind: ['TrackRepairKind!', 'What is wrong with them.'],
  points: ['Int!', 'The number of these points; at least 1.'],
}) {}
