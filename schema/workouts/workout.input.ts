import { ArgsType, Field, Float, InputType, Int } from 'type-graphql';
import type { Track } from '@runners/recordings';
import type { Privacy as PrivacyWord } from '../../src/domain/rules/visibility.ts';
import type { RunType as RunTypeWord } from '../../src/domain/workouts/run-types.ts';
import type { WorkoutFilter as Filter } from '../../src/domain/workouts/found-workouts.queries.ts';
import type { WorkoutOrder as OrderWord } from '../../src/domain/workouts/list-workouts.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { Privacy, RunType, WorkoutOrder } from '../enums.ts';
import { DateTime, TrackScalar } from '../scalars.ts';
import { TrackPointInput } from './track-point.type.ts';
import { maxTypedPoints } from './typed-points.ts';
import { counted, longest } from '../lengths.ts';
import { inputFields } from '../fields.ts';

@InputType({ description: 'The workout to store.' })
export class RecordWorkoutInput {
  @Field(() => String, { description: `Name, up to ${longest('title')}.` })
  title!: string;
  @Field(() => String, { nullable: true, description: `Text of the post, up to ${longest('text')}.` })
  postBody?: string | null;
  @Field(() => DateTime, {
    description: 'When the run began. It is stored as it is sent, also when the times of the points tell another day.',
  })
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
  @Field(() => TrackScalar, { nullable: true, description: 'The recorded points, as one value: the fast way.' })
  points?: Track | null;
  @Field(() => [TrackPointInput], {
    nullable: true,
    description: `The recorded points as a list with types instead, at most ${counted(maxTypedPoints)}.`,
  })
  trackPoints?: TrackPointInput[] | null;
  @Field(() => String, {
    nullable: true,
    description:
      'Access token of the social network. If it is given, the workout is shared there, unless it is private.',
  })
  socialAccessToken?: string | null;
}

@InputType({ description: 'Selects workouts. Only those that meet all of its conditions are returned.' })
export class WorkoutFilter
  extends inputFields({
    from: ['DateTime', 'Only runs that began at this moment or later.'],
    to: ['DateTime', 'Only runs that began before this moment. Runs that began at it are left out.'],
    runType: ['RunType', 'Only runs of this kind.'],
    privacy: ['Privacy', 'Only workouts with this privacy.'],
    hasRoute: [
      'Boolean',
      'Only workouts with recorded points, which can be drawn on a map (`true`), or without them (`false`).',
    ],
  })
  implements Filter {}

/** The arguments of a list of workouts, whoever ran them. */
@ArgsType()
export class WorkoutPageArgs extends TwoWayPage {
  @Field(() => WorkoutFilter, { nullable: true, description: 'Which workouts the list contains; all by default.' })
  filter?: WorkoutFilter | null;
  @Field(() => WorkoutOrder, {
    nullable: true,
    description: 'The order of the list; RUN_DATE_DESC by default. Cursors belong to their order.',
  })
  orderBy?: OrderWord | null;
}

@ArgsType()
export class WorkoutsArgs extends inputFields(WorkoutPageArgs, { userId: ['ID', 'The user; you by default.'] }) {}
