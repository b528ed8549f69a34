import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { Privacy, RunType } from '../enums.ts';
import type { Track } from '../../src/domain/tracks/track.ts';
import { Node } from '../node.type.ts';
import { User } from '../people/user.type.ts';
import { DatabaseId, DateTime, TrackScalar } from '../scalars.ts';
import { Post } from '../feed/post.type.ts';
import type { Ref, RowOf } from '../rows.ts';
import { counted } from '../lengths.ts';
import { answerLimits } from '../../src/domain/rules/answer-limits.ts';

@ObjectType({ implements: Node, description: 'One run.', simpleResolvers: true })
export class Workout extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'The integer that REST shows.' })
  declare databaseId: number;
  @Field(() => User, { description: 'Who ran.' })
  user!: Ref<'User'>;
  @Field(() => Post, { nullable: true, description: 'Its post in the feeds; null when that was deleted.' })
  post!: Ref<'Post'> | null;
  @Field(() => String, { description: 'Name the runner gave it.' })
  title!: string;
  @Field(() => String, { description: 'What the runner wrote about it; may be empty.' })
  postBody!: string;
  @Field(() => DateTime, { description: 'When it began.' })
  runDate!: string;
  @Field(() => RunType, { description: 'Kind of run.' })
  runType!: string;
  @Field(() => String, {
    nullable: true,
    description: "The recording device's own word for the kind, when it was another.",
  })
  sourceType!: string | null;
  @Field(() => Int, { description: 'Seconds, paused time excluded.' })
  durationInSeconds!: number;
  @Field(() => Float, { nullable: true, description: 'Meters; null when not known.' })
  distanceInMeters!: number | null;
  @Field(() => Float, { nullable: true, description: 'Meters climbed; null without points.' })
  elevationGainInMeters!: number | null;
  @Field(() => Privacy, { description: 'Who may see it.' })
  privacy!: string;
  @Field(() => String, { description: 'How it came in: `json` or `gpx`.' })
  source!: string;
  @Field(() => String, {
    description: 'Encoded polyline (precision 5), simplified to 10 m, or to 2,000 points; empty without any.',
  })
  polyline!: string;
  @Field(() => String, {
    nullable: true,
    description: 'Signed URL of a map of it, a PNG; works without a key, for you alone. Null without points.',
  })
  staticMapUrl!: string | null;
  @Field(() => TrackScalar, {
    nullable: true,
    description: `The recorded points; null without any. At most ${counted(answerLimits.pointsATrack)} of one workout and ${counted(answerLimits.points)} in all in one answer: longer ones come from \`trackUrl\`.`,
  })
  track!: Track | null;
  @Field(() => String, {
    nullable: true,
    description:
      'Signed URL of the recorded points as a JSON list, however many; works without a key, for you alone. Null without points.',
  })
  trackUrl!: string | null;
  @Field(() => String, {
    description:
      'The workout as a GPX 1.1 file. Its points count as those of `track`: longer files come from `gpxUrl`.',
  })
  gpx!: string;
  @Field(() => String, {
    description: 'Signed URL of the workout as a GPX 1.1 file, however long; works without a key, for you alone.',
  })
  gpxUrl!: string;
}

@ObjectType({ description: 'A page of workouts, newest run first.', simpleResolvers: true })
export class WorkoutConnection extends connectionType<RowOf<'Workout'>>(() => Workout, 'Workout', 'workouts') {
  @Field(() => Int, { description: 'How many there are in all.' })
  totalCount!: number | Promise<number>;
}
