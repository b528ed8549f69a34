import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Node } from '../node.type.ts';
import type { Ref } from '../rows.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import { User } from './user.type.ts';
import { Scope } from '../scope.ts';

@ObjectType({
  implements: Node,
  description: 'Running statistics of a user, updated with every workout.',
  simpleResolvers: true,
})
@Scope('PEOPLE_READ')
export class Stats extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'Integer id, as in the REST interface.' })
  declare databaseId: number;
  @Field(() => User, { description: 'The user.' })
  user!: Ref<'User'>;
  @Field(() => Float, { description: 'Average meters in a week, over the last 28 days.' })
  avgWeeklyDistanceInMeters!: number;
  @Field(() => Float, { description: 'Total meters of all workouts.' })
  totalDistanceInMeters!: number;
  @Field(() => Float, { description: 'Meters of the longest workout.' })
  maxDistanceInMeters!: number;
  @Field(() => Int, { description: 'Seconds of the longest workout.' })
  maxDurationInSeconds!: number;
  @Field(() => Float, { description: 'Meters of elevation gain of the workout with the largest gain.' })
  maxElevationGainInMeters!: number;
  @Field(() => DateTime, { nullable: true, description: 'Start of the latest workout. Null without workouts.' })
  latestWorkoutDate!: string | null;
  @Field(() => Int, { nullable: true, description: 'Best time over a mile in seconds. Null until there is one.' })
  bestMileDurationInSeconds!: number | null;
  @Field(() => Int, { nullable: true, description: 'Best time over 5 km in seconds. Null until there is one.' })
  best5kDurationInSeconds!: number | null;
  @Field(() => Int, { nullable: true, description: 'Best time over 10 km in seconds. Null until there is one.' })
  best10kDurationInSeconds!: number | null;
  @Field(() => Int, {
    nullable: true,
    description: 'Best time over a half marathon in seconds. Null until there is one.',
  })
  bestHalfMarathonDurationInSeconds!: number | null;
  @Field(() => Int, { nullable: true, description: 'Best time over a marathon in seconds. Null until there is one.' })
  bestMarathonDurationInSeconds!: number | null;
}
