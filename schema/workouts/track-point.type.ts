import { Extensions, Field, Float, InputType, ObjectType } from 'type-graphql';
import { DateTime } from '../scalars.ts';
import { keptRange, measured } from './recording.type.ts';
import { maxTypedPoints } from './typed-points.ts';

@ObjectType({ description: 'A recorded point.', simpleResolvers: true })
export class TrackPoint {
  @Field(() => Float, { description: 'Latitude in degrees.' })
  lat!: number;
  @Field(() => Float, { description: 'Longitude in degrees.' })
  lng!: number;
  @Field(() => DateTime, { nullable: true, description: 'When it was recorded. Null when the point has no time.' })
  time?: string | null;
  @Field(() => Float, { nullable: true, description: 'Elevation in meters. Null when the point has none.' })
  elev?: number | null;
  @Field(() => Float, { nullable: true, description: measured('heartRate') })
  heartRate?: number | null;
  @Field(() => Float, { nullable: true, description: measured('cadence') })
  cadence?: number | null;
  @Field(() => Float, { nullable: true, description: measured('power') })
  power?: number | null;
  @Field(() => Float, { nullable: true, description: measured('temperature') })
  temperature?: number | null;
  @Field(() => Float, { nullable: true, description: measured('speed') })
  speed?: number | null;
}

@InputType({ description: 'A recorded point.' })
@Extensions({ mostItems: maxTypedPoints })
export class TrackPointInput {
  @Field(() => Float, { description: 'Latitude in degrees.' })
  lat!: number;
  @Field(() => Float, { description: 'Longitude in degrees.' })
  lng!: number;
  @Field(() => DateTime, { nullable: true, description: 'When it was recorded.' })
  time?: string | null;
  @Field(() => Float, { nullable: true, description: 'Elevation in meters.' })
  elev?: number | null;
  @Field(() => Float, { nullable: true, description: keptRange('heartRate') })
  heartRate?: number | null;
  @Field(() => Float, { nullable: true, description: keptRange('cadence') })
  cadence?: number | null;
  @Field(() => Float, { nullable: true, description: keptRange('power') })
  power?: number | null;
  @Field(() => Float, { nullable: true, description: keptRange('temperature') })
  temperature?: number | null;
  @Field(() => Float, { nullable: true, description: keptRange('speed') })
  speed?: number | null;
}
