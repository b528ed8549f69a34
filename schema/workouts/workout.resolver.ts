import { sensorFiguresLoader, sensorsLoader, tracksLoader } from '../../src/domain/workouts/workout.loaders.ts';
import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { viewerOf } from '../../src/domain/context.ts';
import { staticMapUrl } from '../../src/domain/maps/map-url.ts';
import { deleteWorkout } from '../../src/domain/workouts/delete-workout.ts';
import { editWorkout } from '../../src/domain/workouts/edit-workout.ts';
import { exportGpx } from '../../src/domain/workouts/export-gpx.ts';
import { findWorkout } from '../../src/domain/workouts/find-workout.ts';
import { importGpx } from '../../src/domain/workouts/import-gpx.ts';
import { recordWorkout } from '../../src/domain/workouts/record-workout.ts';
import { ownOriginal } from '../../src/domain/workouts/originals/own-original.ts';
import { readRepairs, readSplits, readStreams } from '../../src/domain/workouts/read-streams.ts';
import { replaceTrack } from '../../src/domain/workouts/replace-track.ts';
import { shareWorkout } from '../../src/domain/workouts/share-workout.ts';
import { unpackSensors } from '../../src/domain/tracks/packed-sensors.ts';
import type { Track } from '../../src/domain/tracks/track.ts';
import { pointsOf } from '../../src/domain/workouts/write-points.ts';
import { trackUrl } from '../../src/domain/workouts/track-url.ts';
import { databaseIdOf, globalId } from '../global-id.ts';
import { MapSizeArgs } from '../map-size.input.ts';
import { Post } from '../feed/post.type.ts';
import { User } from '../people/user.type.ts';
import { UploadFormat } from '../enums.ts';
import type { UploadFormatWord } from '../enums.ts';
import { TrackScalar } from '../scalars.ts';
import {
  OriginalFile,
  SensorFigures,
  Split,
  SplitsArgs,
  StreamsArgs,
  TrackRepair,
  WorkoutStreams,
} from './recording.type.ts';
import { TrackPoint } from './track-point.type.ts';
import { givenPoints } from './typed-points.ts';
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
import { workoutsPage } from './workouts-page.ts';
import { fromRow } from '../rows.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';

@Resolver(() => Workout)
export class WorkoutResolver implements Resolves<Workout, RowOf<'Workout'>> {
  @Query(() => Workout, {
    nullable: true,
    description: 'One workout. Null when it does not exist or you may not see it.',
  })
  workout(@Args() { id }: WorkoutArgs, @Ctx() context: Context): Promise<Ref<'Workout'> | null> {
    return findWorkout(context, databaseIdOf('Workout', id));
  }

  @Query(() => WorkoutConnection, {
    description: 'The workouts of a user that you may see; by default all of them, newest run first.',
  })
  workouts(@Args() args: WorkoutsArgs, @Ctx() context: Context): Promise<WorkoutConnection> {
    const userId = args.userId != null ? databaseIdOf('User', args.userId, 'userId') : viewerOf(context).id;
    return workoutsPage(context, userId, args);
  }

  @Mutation(() => WorkoutPayload, { description: 'Stores a workout and publishes its post.' })
  async recordWorkout(
    @Arg('input', () => RecordWorkoutInput) { points, trackPoints, ...input }: RecordWorkoutInput,
    @Ctx() context: Context,
  ): Promise<WorkoutPayload> {
    return { workout: await recordWorkout(context, { ...input, points: givenPoints(points, trackPoints) }) };
  }

  @Mutation(() => WorkoutPayload, { description: 'Stores the run of a GPX file and publishes its post.' })
  async importGpx(
    @Arg('input', () => ImportGpxInput) { gpx, ...given }: ImportGpxInput,
    @Ctx() context: Context,
  ): Promise<WorkoutPayload> {
    return importGpx(context, gpx, given);
  }

  @Mutation(() => WorkoutPayload, {
    description: 'Replaces the track of your own workout, and everything that is measured from it.',
  })
  async replaceTrack(
    @Arg('input', () => ReplaceTrackInput) input: ReplaceTrackInput,
    @Ctx() context: Context,
  ): Promise<WorkoutPayload> {
    return replaceTrack(context, databaseIdOf('Workout', input.id, 'id'), input.gpx);
  }

  @Mutation(() => WorkoutPayload, {
    description:
      'The former name of `replaceTrack`: a route is a saved route, and the points of a workout are its track.',
    deprecationReason: 'Use replaceTrack. It will be removed after 2027-12-31.',
  })
  replaceRoute(
    @Arg('input', () => ReplaceRouteInput) input: ReplaceRouteInput,
    @Ctx() context: Context,
  ): Promise<WorkoutPayload> {
    return this.replaceTrack(input, context);
  }

  @Mutation(() => WorkoutPayload, {
    description:
      'Changes your own workout; its date, duration and distance where no points decide them. Stats and miles of events follow. A change that makes it equal to another of your workouts is refused with WORKOUT_EXISTS.',
  })
  async editWorkout(
    @Arg('input', () => EditWorkoutInput) { id, ...changes }: EditWorkoutInput,
    @Ctx() context: Context,
  ): Promise<WorkoutPayload> {
    return { workout: await editWorkout(context, databaseIdOf('Workout', id, 'id'), changes) };
  }

  @Mutation(() => DeleteWorkoutPayload, { description: 'Deletes your own workout with its points and post.' })
  async deleteWorkout(
    @Arg('input', () => DeleteWorkoutInput) input: DeleteWorkoutInput,
    @Ctx() context: Context,
  ): Promise<DeleteWorkoutPayload> {
    const postId = await deleteWorkout(context, databaseIdOf('Workout', input.id, 'id'));
    return { deletedId: input.id, deletedPostId: postId === null ? null : globalId('Post', postId) };
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
    return context.loader(tracksLoader).load(workout.id);
  }

  @FieldResolver(() => [TrackPoint])
  async trackPoints(@Root() workout: Ref<'Workout'>, @Ctx() context: Context): Promise<TrackPoint[] | null> {
    const track = await context.loader(tracksLoader).load(workout.id);
    if (!track) return null;
    // After the track, whose length is checked.
    const sensors = await context.loader(sensorsLoader).load(workout.id);
    return pointsOf(track, sensors ? unpackSensors(sensors.packed) : {});
  }

  @FieldResolver(() => SensorFigures)
  async sensors(@Root() { id }: Ref<'Workout'>, @Ctx() context: Context): Promise<SensorFigures | null> {
    return (await context.loader(sensorFiguresLoader).load(id))?.figures ?? null;
  }

  @FieldResolver(() => WorkoutStreams)
  async streams(
    @Root() { id }: Ref<'Workout'>,
    @Args() { resolution }: StreamsArgs,
    @Ctx() context: Context,
  ): Promise<WorkoutStreams | null> {
    const streams = await readStreams(context, id, resolution);
    if (!streams) return null;
    const { sensors, ...others } = streams;
    const { heartRate = null, cadence = null, power = null, temperature = null, speed = null } = sensors;
    return { ...others, heartRate, cadence, power, temperature, speed };
  }

  @FieldResolver(() => [Split])
  splits(
    @Root() { id }: Ref<'Workout'>,
    @Args() { unit }: SplitsArgs,
    @Ctx() context: Context,
  ): Promise<Split[] | null> {
    return readSplits(context, id, unit);
  }

  @FieldResolver(() => [TrackRepair])
  repairs(@Root() { id }: Ref<'Workout'>, @Ctx() context: Context): Promise<TrackRepair[] | null> {
    return readRepairs(context, id);
  }

  @FieldResolver(() => OriginalFile)
  original(@Root() { id }: Ref<'Workout'>, @Ctx() context: Context): Promise<OriginalFile | null> {
    return ownOriginal(context, id);
  }

  @FieldResolver(() => UploadFormat)
  uploadFormat(@Root() workout: Ref<'Workout'>, @Ctx() context: Context): UploadFormatWord | Promise<UploadFormatWord> {
    return fromRow(context, 'Workout', workout, ['source'], ({ source }) => source);
  }

  @FieldResolver(() => String)
  gpx(@Root() workout: Ref<'Workout'>, @Ctx() context: Context): Promise<string> {
    return exportGpx(context, workout);
  }

  @FieldResolver(() => String)
  staticMapUrl(
    @Root() workout: Ref<'Workout'>,
    @Args() size: MapSizeArgs,
    @Ctx() context: Context,
  ): string | null | Promise<string | null> {
    const urlOf = ({ polyline }: { polyline: string }) =>
      staticMapUrl(context, 'workout', { id: workout.id, polyline }, size);
    return fromRow(context, 'Workout', workout, ['polyline'], urlOf);
  }

  @FieldResolver(() => String)
  gpxUrl(@Root() { id }: Ref<'Workout'>, @Ctx() context: Context): string {
    return trackUrl(context, id, 'gpx');
  }

  @FieldResolver(() => String)
  trackUrl(@Root() workout: Ref<'Workout'>, @Ctx() context: Context): string | null | Promise<string | null> {
    const urlOf = ({ polyline }: { polyline: string }) =>
      polyline === '' ? null : trackUrl(context, workout.id, 'json');
    return fromRow(context, 'Workout', workout, ['polyline'], urlOf);
  }
}
