import { globalId } from '../../schema/global-id.ts';
import { gpxFooter, gpxHeader, gpxTrack } from '../../src/domain/tracks/gpx-write.ts';
import { accepted, created, hierarchical, noContent, notFound, ok, row, workoutBytes } from '../endpoint.ts';
import type { RestRequest } from '../endpoint.ts';
import { graphql } from '../graphql.ts';
import { offsetPage } from '../paging.ts';
import { uri } from '../uris.ts';
import { wireWorkout, workoutFields } from '../wire/workout.ts';
import { privacies, runTypes, wordOf } from '../words.ts';

const workoutId = ({ path }: RestRequest) => globalId('Workout', path['workout_id'] ?? 0);
const runner = ({ args, viewerId }: RestRequest) => globalId('User', args.idOrNull('user') ?? viewerId);

/** GET /workout/ gives all there are, up to the cap (decisions W12). */
const page = (request: RestRequest) => offsetPage(request.args, 1000);

/** Tracks are fetched this many at a time while a GPX reply streams. */
const tracksAtATime = 20;

export const workouts = {
  'GET /workout/': row({
    document: graphql(
      `
        query Workouts($userId: ID!, $first: Int!, $offset: Int!, $withTracks: Boolean!) {
          user(id: $userId) @include(if: $withTracks) {
            firstName
            lastName
          }
          workouts(userId: $userId, first: $first, offset: $offset) {
            nodes {
              ...workoutFields @skip(if: $withTracks)
              title @include(if: $withTracks)
              runType @include(if: $withTracks)
              track @include(if: $withTracks)
            }
          }
        }
      `,
      [workoutFields],
    ),
    variables: (request) => {
      const { limit, offset } = page(request);
      return { userId: runner(request), first: limit, offset, withTracks: false };
    },
    reply: ({ workouts: { nodes } }) => ok(nodes.map((node) => wireWorkout(node as Parameters<typeof wireWorkout>[0]))),
    async *gpx(request, run) {
      const { limit, offset } = page(request);
      const userId = runner(request);
      for (let done = 0; done < limit; done += tracksAtATime) {
        const first = Math.min(tracksAtATime, limit - done);
        const { user, workouts: some } = await run({ userId, first, offset: offset + done, withTracks: true });
        if (done === 0)
          yield gpxHeader({ authorName: user ? `${user.firstName} ${user.lastName}` : '', time: new Date() });
        for (const { title = '', runType = 'ENDURANCE', track = null } of some.nodes)
          yield* gpxTrack({ title, runType: wordOf(runTypes, runType), track });
        if (some.nodes.length < first) break;
      }
      yield gpxFooter();
    },
  }),

  'GET /workout/[workout_id]/': row({
    document: graphql(
      `
        query OneWorkout($id: ID!) {
          workout(id: $id) {
            ...workoutFields
          }
        }
      `,
      [workoutFields],
    ),
    variables: (request) => ({ id: workoutId(request) }),
    reply: ({ workout }) => (workout ? ok(wireWorkout(workout)) : notFound()),
  }),

  'POST /workout/ (GPX)': row({
    takes: ['gpx'],
    maxBytes: workoutBytes,
    spends: 'upload',
    document: graphql(
      `
        mutation ImportGpx($input: ImportGpxInput!) {
          importGpx(input: $input) {
            workout {
              ...workoutFields
            }
          }
        }
      `,
      [workoutFields],
    ),
    variables: ({ bytes }) => ({ input: { gpx: bytes } }),
    reply: ({ importGpx: { workout } }) => created(uri('workout', workout.databaseId), wireWorkout(workout)),
  }),

  'POST /workout/ (JSON)': row({
    takes: hierarchical,
    points: 'points',
    maxBytes: workoutBytes,
    spends: 'upload',
    document: graphql(
      `
        mutation RecordWorkout($input: RecordWorkoutInput!) {
          recordWorkout(input: $input) {
            workout {
              ...workoutFields
            }
          }
        }
      `,
      [workoutFields],
    ),
    variables: ({ args }) => ({
      input: {
        title: args.text('title'),
        postBody: args.textOrNull('post_body'),
        runDate: args.moment('run_date'),
        runType: args.requiredWord('run_type', runTypes),
        durationInSeconds: args.integerOrNull('duration_in_seconds'),
        distanceInMeters: args.numberOrNull('distance_in_meters'),
        privacy: args.word('privacy', privacies),
        points: args.track('points'),
        socialAccessToken: args.textOrNull('social_access_token'),
      },
    }),
    reply: ({ recordWorkout: { workout } }) => created(uri('workout', workout.databaseId), wireWorkout(workout)),
  }),

  'PATCH /workout/[workout_id]/': row({
    takes: ['gpx'],
    maxBytes: workoutBytes,
    spends: 'upload',
    document: graphql(`
      mutation ReplaceRoute($input: ReplaceRouteInput!) {
        replaceRoute(input: $input) {
          workout {
            databaseId
          }
        }
      }
    `),
    variables: (request) => ({ input: { id: workoutId(request), gpx: request.bytes } }),
    reply: accepted,
  }),

  'POST /workout/[ID]/share/': row({
    document: graphql(`
      mutation ShareWorkout($input: ShareWorkoutInput!) {
        shareWorkout(input: $input) {
          success
          postId
        }
      }
    `),
    variables: ({ path, args }) => ({
      input: {
        id: globalId('Workout', path['ID'] ?? 0),
        socialNetwork: args.text('social_network'),
        token: args.text('token'),
      },
    }),
    unchanged: ({ path }) => ({ input: { id: globalId('Workout', path['ID'] ?? 0), socialNetwork: '', token: '' } }),
    reply: ({ shareWorkout: { success, postId } }) => ok(postId === null ? { success } : { success, post_id: postId }),
  }),

  'DELETE /workout/[workout_id]/': row({
    document: graphql(`
      mutation DeleteWorkout($input: DeleteWorkoutInput!) {
        deleteWorkout(input: $input) {
          deletedId
        }
      }
    `),
    variables: (request) => ({ input: { id: workoutId(request) } }),
    reply: noContent,
  }),
};
