import { ArgsType, Field, Float, ID, InputType, Int } from 'type-graphql';
import type { Track } from '../../src/domain/tracks/track.ts';
import type { Privacy as PrivacyWord } from '../../src/domain/rules/visibility.ts';
import type { RunType as RunTypeWord } from '../../src/domain/workouts/run-types.ts';
import { ForwardPage } from '../pagination/page.input.ts';
import { Privacy, RunType } from '../enums.ts';
import { DateTime, Gpx, TrackScalar } from '../scalars.ts';
import { longest } from '../lengths.ts';

@InputType({ description: 'The workout to store.' })
export class RecordWorkoutInput {
  @Field(() => String, { description: `Name, up to ${longest('title')}.` })
  title!: string;
  @Field(() => String, { nullable: true, description: `Text of the post, up to ${longest('text')}.` })
  postBody?: string | null;
  @Field(() => DateTime, { description: 'When the run began.' })
  runDate!: string;
  @Field(() => RunType, { description: 'Kind of run.' })
  runType!: RunTypeWord;
  @Field(() => Int, {
    nullable: true,
    description: 'Seconds without pauses. It may be left out when the points have times.',
  })
  durationInSeconds?: number | null;
  @Field(() => Float, {
    nullable: true,
    description: 'Meters. By default it is measured from the points, and unknown without points.',
  })
  distanceInMeters?: number | null;
  @Field(() => Privacy, { nullable: true, description: 'Who may see it; PUBLIC by default.' })
  privacy?: PrivacyWord | null;
  @Field(() => TrackScalar, { nullable: true, description: 'The recorded points.' })
  points?: Track | null;
  @Field(() => String, {
    nullable: true,
    description:
      'Access token of the social network. If it is given, the workout is shared there, unless it is private.',
  })
  socialAccessToken?: string | null;
}

@InputType({ description: 'A workout recorded by a device.' })
export class ImportGpxInput {
  @Field(() => Gpx, { description: 'The GPX file.' })
  gpx!: Buffer;
}

@InputType({ description: 'A new track for a workout.' })
export class ReplaceTrackInput {
  @Field(() => ID, { description: 'Id of the workout.' })
  id!: string;
  @Field(() => Gpx, { description: 'The GPX file with the new track.' })
  gpx!: Buffer;
}

/** The input of the deprecated `replaceRoute`: documents of older clients declare variables of this type. */
@InputType({ description: 'The same as ReplaceTrackInput, under its former name.' })
export class ReplaceRouteInput extends ReplaceTrackInput {}

@InputType({ description: 'Changes to a workout. Fields that are left out keep their values.' })
export class EditWorkoutInput {
  @Field(() => ID, { description: 'Id of the workout.' })
  id!: string;
  @Field(() => String, { nullable: true, description: 'Name.' })
  title?: string | null;
  @Field(() => String, { nullable: true, description: 'Text of the post.' })
  postBody?: string | null;
  @Field(() => RunType, { nullable: true, description: 'Kind of run.' })
  runType?: RunTypeWord | null;
  @Field(() => Privacy, { nullable: true, description: 'Who may see it.' })
  privacy?: PrivacyWord | null;
}

@InputType({ description: 'The workout to delete.' })
export class DeleteWorkoutInput {
  @Field(() => ID, { description: 'Id of the workout.' })
  id!: string;
}

@InputType({ description: 'The workout to share, and the network.' })
export class ShareWorkoutInput {
  @Field(() => ID, { description: 'Id of the workout, one of your own.' })
  id!: string;
  @Field(() => String, { description: 'Identifier of the social network.' })
  socialNetwork!: string;
  @Field(() => String, { description: 'Your access token of that network.' })
  token!: string;
}

@ArgsType()
export class WorkoutsArgs extends ForwardPage {
  @Field(() => ID, { nullable: true, description: 'The user; you by default.' })
  userId?: string | null;
}

@ArgsType()
export class WorkoutArgs {
  @Field(() => ID, { description: 'Id of the workout.' })
  id!: string;
}
