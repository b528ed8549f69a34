import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { viewerOf } from '../../src/domain/context.ts';
import { invalid } from '../../src/errors.ts';
import { readMoment } from '../../src/domain/rules/moment.ts';
import { staticMapUrl } from '../../src/domain/maps/map-url.ts';
import { deleteWorkout } from '../../src/domain/workouts/delete-workout.ts';
import { editWorkout } from '../../src/domain/workouts/edit-workout.ts';
import { exportGpx } from '../../src/domain/workouts/export-gpx.ts';
import { findWorkout } from '../../src/domain/workouts/find-workout.ts';
import { importGpx } from '../../src/domain/workouts/import-gpx.ts';
import { countWorkouts, listWorkouts } from '../../src/domain/workouts/list-workouts.ts';
import { recordWorkout } from '../../src/domain/workouts/record-workout.ts';
import { replaceTrack } from '../../src/domain/workouts/replace-track.ts';
import { shareWorkout } from '../../src/domain/workouts/share-workout.ts';
import type { Track } from '../../src/domain/tracks/track.ts';
import { trackUrl } from '../../src/domain/workouts/track-url.ts';
import { readCursor, writeCursor } from '../pagination/cursor.ts';
import { readPage } from '../pagination/page.ts';
import { databaseIdOf } from '../global-id.ts';
import { MapSizeArgs } from '../map-size.input.ts';
import { Post } from '../feed/post.type.ts';
import { User } from '../people/user.type.ts';
import { TrackScalar } from '../scalars.ts';
import {
  DeleteWorkoutInput,
  EditWorkoutInput,
  ImportGpxInput,
  RecordWorkoutInput,
  ReplaceRouteInput,
  ReplaceTrackInput,
  ShareWorkoutInput,
  WorkoutArgs,
  WorkoutsArgs,
} from './workout.input.ts';
import { DeleteWorkoutPayload, ShareWorkoutPayload, WorkoutPayload } from './workout.payloads.ts';
import { Workout, WorkoutConnection } from './workout.type.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';

const cursorForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z\|\d{1,16}$/;

@Resolver(() => Workout)
export class WorkoutResolver implements Resolves<Workout, RowOf<'Workout'>> {
  @Query(() => Workout, {
    nullable: true,
    description: 'One workout. Null when it does not exist or you may not see it.',
  })
  workout(@Args() { id }: WorkoutArgs, @Ctx() context: Context): Promise<Ref<'Workout'> | null> {
    return findWorkout(context, databaseIdOf('Workout', id));
  }

  @Query(() => WorkoutConnection, { description: 'The workouts of a user that you may see, newest run first.' })
  workouts(@Args() args: WorkoutsArgs, @Ctx() context: Context): Promise<WorkoutConnection> {
    const userId = args.userId != null ? databaseIdOf('User', args.userId, 'userId') : viewerOf(context).id;
    return readPage(args, {
      placeOf,
      cursorOf: ({ runDate, id }) => writeCursor(runDate, id),
      read: ({ limit, offset, after }) => listWorkouts(context, { userId, limit, offset, after }),
      count: () => countWorkouts(context, userId),
    });
  }

  @Mutation(() => WorkoutPayload, { description: 'Stores a workout and publishes its post.' })
  async recordWorkout(
    @Arg('input', () => RecordWorkoutInput) input: RecordWorkoutInput,
    @Ctx() context: Context,
  ): Promise<WorkoutPayload> {
    return { workout: await recordWorkout(context, input) };
  }

  @Mutation(() => WorkoutPayload, { description: 'Stores the run of a GPX file and publishes its post.' })
  async importGpx(
    @Arg('input', () => ImportGpxInput) input: ImportGpxInput,
    @Ctx() context: Context,
  ): Promise<WorkoutPayload> {
    return { workout: await importGpx(context, input.gpx) };
  }

  @Mutation(() => WorkoutPayload, {
    description: 'Replaces the track of your own workout, and everything that is measured from it.',
  })
  async replaceTrack(
    @Arg('input', () => ReplaceTrackInput) input: ReplaceTrackInput,
    @Ctx() context: Context,
  ): Promise<WorkoutPayload> {
    return { workout: await replaceTrack(context, databaseIdOf('Workout', input.id, 'id'), input.gpx) };
  }

  @Mutation(() => WorkoutPayload, {
    description: 'The former name of `replaceTrack`.',
    deprecationReason: 'Use `replaceTrack`: a route is a saved route, and the points of a workout are its track.',
  })
  replaceRoute(
    @Arg('input', () => ReplaceRouteInput) input: ReplaceRouteInput,
    @Ctx() context: Context,
  ): Promise<WorkoutPayload> {
    return this.replaceTrack(input, context);
  }

  @Mutation(() => WorkoutPayload, { description: 'Changes the title, text, kind or privacy of your own workout.' })
  async editWorkout(
    @Arg('input', () => EditWorkoutInput) input: EditWorkoutInput,
    @Ctx() context: Context,
  ): Promise<WorkoutPayload> {
    return { workout: await editWorkout(context, databaseIdOf('Workout', input.id, 'id'), input) };
  }

  @Mutation(() => DeleteWorkoutPayload, { description: 'Deletes your own workout with its points and post.' })
  async deleteWorkout(
    @Arg('input', () => DeleteWorkoutInput) input: DeleteWorkoutInput,
    @Ctx() context: Context,
  ): Promise<DeleteWorkoutPayload> {
    await deleteWorkout(context, databaseIdOf('Workout', input.id, 'id'));
    return { deletedId: input.id };
  }

  @Mutation(() => ShareWorkoutPayload, {
    description: 'Shares one of your workouts on the social network. Private workouts are never shared.',
  })
  shareWorkout(
    @Arg('input', () => ShareWorkoutInput) input: ShareWorkoutInput,
    @Ctx() context: Context,
  ): Promise<ShareWorkoutPayload> {
    return shareWorkout(context, databaseIdOf('Workout', input.id, 'id'), input);
  }

  @FieldResolver(() => User)
  user(@Root() workout: Ref<'Workout'>): Ref<'User'> {
    return { id: workout.userId };
  }

  @FieldResolver(() => Post)
  post(@Root() workout: Ref<'Workout'>): Ref<'Post'> | null {
    return workout.postId === null ? null : { id: workout.postId };
  }

  @FieldResolver(() => TrackScalar)
  track(@Root() workout: Ref<'Workout'>, @Ctx() context: Context): Promise<Track | null> {
    return context.loaders.tracks.load(workout.id);
  }

  @FieldResolver(() => String)
  gpx(@Root() workout: Ref<'Workout'>, @Ctx() context: Context): Promise<string> {
    return exportGpx(context, workout);
  }

  @FieldResolver(() => String)
  staticMapUrl(
    @Root() { id, polyline }: Ref<'Workout'>,
    @Args() size: MapSizeArgs,
    @Ctx() context: Context,
  ): string | null | Promise<string | null> {
    const urlOf = (line: string) => staticMapUrl(context, 'workout', { id, polyline: line }, size);
    if (polyline !== undefined) return urlOf(polyline);
    return context.loaders.workouts.load(id).then((row) => urlOf(row?.polyline ?? ''));
  }

  @FieldResolver(() => String)
  gpxUrl(@Root() { id }: Ref<'Workout'>, @Ctx() context: Context): string {
    return trackUrl(context, id, 'gpx');
  }

  @FieldResolver(() => String)
  trackUrl(@Root() { id, polyline }: Ref<'Workout'>, @Ctx() context: Context): string | null | Promise<string | null> {
    const urlOf = (line: string) => (line === '' ? null : trackUrl(context, id, 'json'));
    if (polyline !== undefined) return urlOf(polyline);
    return context.loaders.workouts.load(id).then((row) => urlOf(row?.polyline ?? ''));
  }
}

/** The workout after which a page begins. @throws Failure INVALID */
function placeOf(argument: string, cursor: string): { runDate: string; id: number } {
  const [runDate = '', id = ''] = readCursor(argument, cursor, cursorForm);
  if (readMoment(runDate) === null) throw invalid(argument, 'is not a cursor of this list');
  return { runDate, id: Number(id) };
}
