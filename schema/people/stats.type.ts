import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Node } from '../node.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';

@ObjectType({
  implements: Node,
  description: "A user's running figures, refreshed with every workout.",
  simpleResolvers: true,
})
export class Stats extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'The integer that REST shows.' })
  declare databaseId: number;
  @Field(() => Float, { description: 'Meters a week, over the last 28 days.' })
  avgWeeklyDistanceInMeters!: number;
  @Field(() => Float, { description: 'Meters of all workouts.' })
  totalDistanceInMeters!: number;
  @Field(() => Float, { description: 'Meters of the longest workout.' })
  maxDistanceInMeters!: number;
  @Field(() => Int, { description: 'Seconds of the longest workout.' })
  maxDurationInSeconds!: number;
  @Field(() => Float, { description: 'Meters climbed in the hilliest workout.' })
  maxElevationGainInMeters!: number;
  @Field(() => DateTime, { nullable: true, description: 'Start of the latest workout.' })
  latestWorkoutDate!: string | null;
  @Field(() => Int, { nullable: true, description: 'Best time over a mile, seconds.' })
  bestMileDurationInSeconds!: number | null;
  @Field(() => Int, { nullable: true, description: 'Best time over 5 km, seconds.' })
  best5kDurationInSeconds!: number | null;
  @Field(() => Int, { nullable: true, description: 'Best time over 10 km, seconds.' })
  best10kDurationInSeconds!: number | null;
  @Field(() => Int, { nullable: true, description: 'Best time over a half marathon, seconds.' })
  bestHalfMarathonDurationInSeconds!: number | null;
  @Field(() => Int, { nullable: true, description: 'Best time over a marathon, seconds.' })
  bestMarathonDurationInSeconds!: number | null;
}
