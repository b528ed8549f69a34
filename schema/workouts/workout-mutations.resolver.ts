import { Arg, Ctx, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { deleteWorkout } from '../../src/domain/workouts/delete-workout.ts';
import { editWorkout } from '../../src/domain/workouts/edit-workout.ts';
import { importGpx } from '../../src/domain/workouts/import-gpx.ts';
import { recordWorkout } from '../../src/domain/workouts/record-workout.ts';
import { replaceTrack } from '../../src/domain/workouts/replace-track.ts';
import { shareWorkout } from '../../src/domain/workouts/share-workout.ts';
import { databaseIdOf, globalId } from '../global-id.ts';
import { ViewerPayload, withViewer } from '../people/viewer.payloads.ts';
import { givenPoints } from './typed-points.ts';
import {
  DeleteWorkoutInput,
  EditWorkoutInput,
  ImportGpxInput,
  RecordWorkoutInput,
  ReplaceRouteInput,
  ReplaceTrackInput,
  ShareWorkoutInput,
} from './workout.input.ts';
import { RootField } from '../root-field.ts';
import { price } from '../prices.ts';
import { outputFields } from '../fields.ts';

@ObjectType({ description: 'Result of a mutation that stores or changes a workout.' })
class WorkoutPayload extends outputFields({
  workout: ['Workout!', 'The workout as stored.'],
  originalKept: [
    'Boolean',
    'Whether the uploaded file is kept as `original` of the workout. It is false if the quota of original files is used up. Null if no file was sent.',
  ],
}) {}

@ObjectType({ description: 'Result of `deleteWorkout`.' })
class DeleteWorkoutPayload extends outputFields(ViewerPayload, {
  deletedId: ['ID!', 'Id of the deleted workout.'],
  deletedPostId: ['ID', 'Id of its post, which is deleted with it. Null when the post had been deleted before.'],
}) {}

@ObjectType({ description: 'Result of `shareWorkout`.' })
class ShareWorkoutPayload extends outputFields({
  success: ['Boolean!', 'Whether it was shared.'],
  postId: ['String', 'Id of the post in the social network. Null when it was not shared.'],
  message: ['String', 'What was wrong with the request, if it was not shared for that reason.'],
}) {}

@Resolver()
export class WorkoutMutationsResolver {
  @Mutation(() => WorkoutPayload, { nullable: true, description: 'Stores a workout and publishes its post.' })
  // Recordings are longer than the measured ones of 1,000 points, which their size says only afterwards.
  @RootField({
    scope: 'WORKOUTS_WRITE',
    codes: ['WORKOUT_EXISTS'],
    cost: price('recordWorkout', 300),
  })
  async recordWorkout(
    @Arg('input', () => RecordWorkoutInput) { points, trackPoints, ...input }: RecordWorkoutInput,
    @Ctx() context: Context,
  ): Promise<WorkoutPayload> {
    const workout = await recordWorkout(context, { ...input, points: givenPoints(points, trackPoints) });
    return { workout, originalKept: null };
  }

  @Mutation(() => WorkoutPayload, {
    nullable: true,
    description: 'Stores the run of a GPX file and publishes its post.',
  })
  // Recordings are longer than the measured ones of 1,000 points, which their size says only afterwards.
  @RootField({
    scope: 'WORKOUTS_WRITE',
    codes: ['MALFORMED', 'TOO_LARGE', 'WORKOUT_EXISTS'],
    cost: price('importGpx', 300),
  })
  async importGpx(
    @Arg('input', () => ImportGpxInput) { gpx, ...given }: ImportGpxInput,
    @Ctx() context: Context,
  ): Promise<WorkoutPayload> {
    return importGpx(context, gpx, given);
  }

  @Mutation(() => WorkoutPayload, {
    nullable: true,
    description: 'Replaces the track of your own workout, and everything that is measured from it.',
  })
  @RootField({
    scope: 'WORKOUTS_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS', 'MALFORMED', 'TOO_LARGE'],
    cost: price('replaceTrack', 300),
  })
  async replaceTrack(
    @Arg('input', () => ReplaceTrackInput) input: ReplaceTrackInput,
    @Ctx() context: Context,
  ): Promise<WorkoutPayload> {
    return replaceTrack(context, databaseIdOf('Workout', input.id, 'id'), input.gpx);
  }

  @Mutation(() => WorkoutPayload, {
    nullable: true,
    description:
      'The former name of `replaceTrack`: a route is a saved route, and the points of a workout are its track.',
    deprecationReason: 'Use replaceTrack. It will be removed after 2027-12-31.',
  })
  @RootField({
    scope: 'WORKOUTS_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS', 'MALFORMED', 'TOO_LARGE'],
    cost: price('replaceTrack', 300),
  })
  replaceRoute(
    @Arg('input', () => ReplaceRouteInput) input: ReplaceRouteInput,
    @Ctx() context: Context,
  ): Promise<WorkoutPayload> {
    return this.replaceTrack(input, context);
  }

  @Mutation(() => WorkoutPayload, {
    nullable: true,
    description:
      'Changes your own workout; its date, duration and distance where no points decide them. Stats and miles of events follow. A change that makes it equal to another of your workouts is refused with WORKOUT_EXISTS.',
  })
  @RootField({
    scope: 'WORKOUTS_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS', 'WORKOUT_EXISTS'],
  })
  async editWorkout(
    @Arg('input', () => EditWorkoutInput) { id, ...changes }: EditWorkoutInput,
    @Ctx() context: Context,
  ): Promise<WorkoutPayload> {
    return { workout: await editWorkout(context, databaseIdOf('Workout', id, 'id'), changes), originalKept: null };
  }

  @Mutation(() => DeleteWorkoutPayload, {
    nullable: true,
    description: 'Deletes your own workout with its points and post.',
  })
  // The post of the workout is deleted as well.
  @RootField({ scope: 'WORKOUTS_WRITE', codes: ['NOT_FOUND', 'NOT_YOURS'] })
  async deleteWorkout(
    @Arg('input', () => DeleteWorkoutInput) input: DeleteWorkoutInput,
    @Ctx() context: Context,
  ): Promise<DeleteWorkoutPayload> {
    const postId = await deleteWorkout(context, databaseIdOf('Workout', input.id, 'id'));
    const deletedPostId = postId === null ? null : globalId('Post', postId);
    return withViewer(context, { deletedId: input.id, deletedPostId });
  }

  @Mutation(() => ShareWorkoutPayload, {
    nullable: true,
    description: 'Shares one of your workouts on the social network. Private workouts are never shared.',
  })
  @RootField({ scope: 'WORKOUTS_WRITE', codes: ['NOT_FOUND', 'NOT_YOURS'] })
  shareWorkout(
    @Arg('input', () => ShareWorkoutInput) input: ShareWorkoutInput,
    @Ctx() context: Context,
  ): Promise<ShareWorkoutPayload> {
    return shareWorkout(context, databaseIdOf('Workout', input.id, 'id'), input);
  }
}
