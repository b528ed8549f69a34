import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { Privacy, RunType, UploadFormat } from '../enums.ts';
import type { UploadFormatWord } from '../enums.ts';
import { Lap, LocalStart, OriginalFile, SensorFigures, Split, TrackRepair, WorkoutStreams } from './recording.type.ts';
import { TrackPoint } from './track-point.type.ts';
import type { Track } from '@runners/recordings';
import { Node } from '../node.type.ts';
import { User } from '../people/user.type.ts';
import { DatabaseId, DateTime, TrackScalar } from '../scalars.ts';
import { Post } from '../feed/post.type.ts';
import type { Ref, RowOf } from '../rows.ts';
import { counted } from '../lengths.ts';
import { mostSplits } from '../../src/domain/workouts/read-streams.ts';
import { mostLaps } from '../../src/domain/workouts/laps.ts';
import { answerLimits } from '../../src/domain/rules/answer-limits.ts';
import { Cost, price } from '../prices.ts';
import { Scope } from '../scope.ts';

@ObjectType({ implements: Node, description: 'A workout: one run.', simpleResolvers: true })
@Scope('WORKOUTS_READ')
export class Workout extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'Integer id, as in the REST interface.' })
  declare databaseId: number;
  @Field(() => User, { description: 'The runner.' })
  user!: Ref<'User'>;
  @Field(() => Post, { nullable: true, description: 'Its post in the feeds. Null when the post was deleted.' })
  post!: Ref<'Post'> | null;
  @Field(() => String, { description: 'Name, as given by the runner.' })
  @Scope()
  title!: string;
  @Field(() => String, { description: "The runner's text; may be empty." })
  postBody!: string;
  @Field(() => DateTime, { description: 'When the run began.' })
  @Scope()
  runDate!: string;
  @Field(() => LocalStart, {
    nullable: true,
    description: 'The same by the clocks where it was run. Null without points.',
  })
  localStart!: LocalStart | null;
  @Field(() => RunType, { description: 'Kind of run.' })
  @Scope()
  runType!: string;
  @Field(() => String, {
    nullable: true,
    description:
      'The kind of run as the recording device names it, if it is not one of `runType`. Null when it is, or the device names none.',
  })
  sourceType!: string | null;
  @Field(() => Int, { description: 'Seconds without pauses.' })
  @Scope()
  durationInSeconds!: number;
  @Field(() => Float, { nullable: true, description: 'Meters. Null when unknown.' })
  @Scope()
  distanceInMeters!: number | null;
  @Field(() => Float, { nullable: true, description: 'Elevation gain in meters. Null without points.' })
  elevationGainInMeters!: number | null;
  @Field(() => Privacy, { description: 'Who may see it.' })
  privacy!: string;
  @Field(() => String, {
    description: 'How it was uploaded: `json`, or the format of its file.',
    deprecationReason: 'Use uploadFormat. It will be removed after 2027-12-31.',
  })
  source!: string;
  @Field(() => UploadFormat, { description: 'How it was uploaded.' })
  uploadFormat!: UploadFormatWord;
  @Field(() => String, {
    description: 'Encoded polyline (precision 5), simplified to 10 m or 2,000 points. Empty without points.',
  })
  // Lines are up to 16 kB each.
  @Cost(price('polyline', 5))
  polyline!: string;
  @Field(() => String, {
    nullable: true,
    description:
      'Signed URL of a map of the workout as PNG. It works without an API key and is meant for you only. Null without points.',
  })
  staticMapUrl!: string | null;
  @Field(() => TrackScalar, {
    nullable: true,
    description: `The recorded points; null without any. At most ${counted(answerLimits.pointsATrack)} of one workout and ${counted(answerLimits.points)} in all in one answer: longer ones come from \`trackUrl\`.`,
  })
  track!: Track | null;
  @Field(() => [TrackPoint], {
    nullable: true,
    description:
      'The same points, null likewise and under the same limits, as a list with types and with what sensors measured. It takes longer than the scalar.',
  })
  trackPoints!: TrackPoint[] | null;
  @Field(() => String, {
    nullable: true,
    description:
      'Signed URL of all recorded points as a JSON list. It works without an API key and is meant for you only. Null without points.',
  })
  trackUrl!: string | null;
  @Field(() => String, {
    description:
      'The workout as a GPX 1.1 file. Its points count towards the limits of `track`; fetch longer files from `gpxUrl`.',
    deprecationReason: 'Use gpxUrl. It will be removed after 2027-12-31.',
  })
  gpx!: string;
  @Field(() => String, {
    description:
      'Signed URL of the workout as a GPX 1.1 file of any length. It works without an API key and is meant for you only.',
  })
  gpxUrl!: string;
  @Field(() => SensorFigures, {
    nullable: true,
    description: 'Average and maximum of what sensors measured. Null when none was recorded.',
  })
  sensors!: SensorFigures | null;
  @Field(() => WorkoutStreams, {
    nullable: true,
    description: `Distance, time, position and what sensors measured, along the workout; null without points. \`streams\`, \`splits\` and \`repairs\` are computed from at most ${counted(answerLimits.computedPoints)} points in one answer.`,
  })
  streams!: WorkoutStreams | null;
  @Field(() => [Split], {
    nullable: true,
    description: `The workout by kilometers or miles, as measured from the points; null without points. A rest of less than a meter at its end belongs to the last one. There are at most ${counted(mostSplits)} in one answer.`,
  })
  splits!: Split[] | null;
  @Field(() => [Lap], {
    nullable: true,
    description: `The laps of the device that recorded it, in their order, at most ${mostLaps}. Null when its file has none: GPX has no laps.`,
  })
  laps!: Lap[] | null;
  @Field(() => [TrackRepair], {
    nullable: true,
    description:
      'What is wrong with recorded points, and is left out when the workout is measured and drawn, each kind once; empty when nothing is, and null without points.',
  })
  repairs!: TrackRepair[] | null;
  @Field(() => OriginalFile, {
    nullable: true,
    description:
      'The file that was uploaded. Null for other users, when no file was uploaded, and when it was not kept (`originalKept`).',
  })
  original!: OriginalFile | null;
}

@ObjectType({ description: 'A page of workouts, newest run first.', simpleResolvers: true })
export class WorkoutConnection extends connectionType<RowOf<'Workout'>>(() => Workout, 'Workout', 'workouts') {
  @Field(() => Int, { description: 'The total number of items.' })
  totalCount!: number | Promise<number>;
}
