import {
  lapsLoader,
  postsOfWorkoutsLoader,
  sensorFiguresLoader,
  sensorsLoader,
  tracksLoader,
} from '../../src/domain/workouts/workout.loaders.ts';
import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Query, Resolver, Root, ArgsType } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { viewerOf } from '../../src/domain/context.ts';
import { staticMapUrl } from '../../src/domain/maps/map-url.ts';
import { exportGpx } from '../../src/domain/workouts/export-gpx.ts';
import { findWorkout } from '../../src/domain/workouts/find-workout.ts';
import { ownOriginal } from '../../src/domain/workouts/originals/own-original.ts';
import { localStart } from '../../src/domain/workouts/local-start.ts';
import { shownLaps } from '../../src/domain/workouts/laps.ts';
import { readRepairs, readSplits, readStreams } from '../../src/domain/workouts/read-streams.ts';
import { unpackSensors } from '@runners/recordings';
import type { Track } from '@runners/recordings';
import { pointsOf } from '../../src/domain/workouts/write-points.ts';
import { trackUrl } from '../../src/domain/workouts/track-url.ts';
import { databaseIdOf } from '../global-id.ts';
import { MapSizeArgs } from '../map-size.input.ts';
import { Post } from '../feed/post.type.ts';
import { User } from '../people/user.type.ts';
import { UploadFormat } from '../enums.ts';
import type { UploadFormatWord } from '../enums.ts';
import { TrackScalar } from '../scalars.ts';
import {
  Lap,
  LocalStart,
  OriginalFile,
  SensorFigures,
  Split,
  SplitsArgs,
  StreamsArgs,
  TrackRepair,
  WorkoutStreams,
} from './recording.type.ts';
import { TrackPoint } from './track-point.type.ts';
import { WorkoutsArgs } from './workout.input.ts';
import { Workout, WorkoutConnection } from './workout.type.ts';
import { workoutsPage } from './workouts-page.ts';
import { fromRow } from '../rows.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { byArguments } from '@runners/graphql';
import { Cost, price, unitsOf } from '../prices.ts';
import { inputFields } from '../fields.ts';

/** How many points a track is assumed to have: an hour, a point each second. A longer one is charged as it is. */
const usualPoints = 3600;

/** How many splits a workout is assumed to have: a marathon has 43. */
const usualSplits = 43;
/** How many laps it is assumed to have, as watches write one for each kilometer. */
const usualLaps = 10;

/** The KiB that a track of that length has as a GPX file. Its text is charged by its bytes instead, once it is there. */
const usualGpx = 480;

@ArgsType()
class WorkoutArgs extends inputFields({ id: ['ID!', 'Id of the workout.'] }) {}

@Resolver(() => Workout)
export class WorkoutResolver implements Resolves<Workout, RowOf<'Workout'>> {
  @Query(() => Workout, {
    nullable: true,
    description: 'One workout. Null when it does not exist or you may not see it.',
  })
  @RootField({ scope: 'WORKOUTS_READ' })
  workout(@Args() { id }: WorkoutArgs, @Ctx() context: Context): Promise<Ref<'Workout'> | null> {
    return findWorkout(context, databaseIdOf('Workout', id));
  }

  @Query(() => WorkoutConnection, {
    nullable: true,
    description: 'The workouts of a user that you may see; by default all of them, newest run first.',
  })
  @RootField({ scope: 'WORKOUTS_READ', listOf: ['userId', 'User'] })
  workouts(
    @Args() args: WorkoutsArgs,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<WorkoutConnection> {
    const userId = args.userId != null ? databaseIdOf('User', args.userId, 'userId') : viewerOf(context).id;
    return workoutsPage(context, userId, args, info);
  }

  @FieldResolver(() => User)
  user(@Root() workout: Ref<'Workout'>): Ref<'User'> {
    return { id: workout.userId };
  }

  @FieldResolver(() => Post)
  post(
    @Root() { id, postId }: Ref<'Workout'>,
    @Ctx() context: Context,
  ): Ref<'Post'> | null | Promise<Ref<'Post'> | null> {
    const post = (known?: number | null) => (known == null ? null : { id: known });
    if (postId !== undefined) return post(postId);
    return context
      .loader(postsOfWorkoutsLoader)
      .load(id)
      .then((row) => post(row?.postId));
  }

  @FieldResolver(() => LocalStart)
  localStart(@Root() workout: Ref<'Workout'>, @Ctx() context: Context): Promise<LocalStart | null> {
    return Promise.resolve(fromRow(context, 'Workout', workout, ['polyline', 'runDate'], localStart));
  }

  @FieldResolver(() => TrackScalar)
  @Cost(price('track'), { size: unitsOf(usualPoints), form: 'bulk' })
  track(@Root() workout: Ref<'Workout'>, @Ctx() context: Context): Promise<Track | null> {
    return context.loader(tracksLoader).load(workout.id);
  }

  @FieldResolver(() => [TrackPoint])
  // Recordings are longer than the measured ones of 1,000 points, which their size in the answer says only afterwards.
  @Cost(price('trackPoints', 200), { size: unitsOf(usualPoints), form: 'bulk' })
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
  @Cost(price('streams', 50), {
    size: byArguments(['resolution'], ({ resolution }) => Math.max(1, unitsOf(resolution))),
    form: 'one',
  })
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
  @Cost(price('splits', 50), { size: usualSplits, form: 'list' })
  splits(
    @Root() { id }: Ref<'Workout'>,
    @Args() { unit }: SplitsArgs,
    @Ctx() context: Context,
  ): Promise<Split[] | null> {
    return readSplits(context, id, unit);
  }

  @FieldResolver(() => [Lap])
  @Cost(price('repairs', 20), { size: usualLaps, form: 'list' })
  async laps(@Root() { id }: Ref<'Workout'>, @Ctx() context: Context): Promise<Lap[] | null> {
    const stored = await context.loader(lapsLoader).load(id);
    return stored && shownLaps(stored.laps);
  }

  @FieldResolver(() => [TrackRepair])
  @Cost(price('repairs', 50))
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
  @Cost(price('gpx'), { size: usualGpx, form: 'text' })
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
