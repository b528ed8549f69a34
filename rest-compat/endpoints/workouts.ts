import { pageCaps } from '../../schema/pagination/page-sizes.ts';
import { globalId } from '../../schema/global-id.ts';
import { writeCursor } from '../../schema/pagination/cursor.ts';
import { gpxFile } from '../../src/domain/workouts/stream-gpx.ts';
import { accepted, created, hierarchical, noContent, notFound, ok, row, workoutBytes } from '../endpoint.ts';
import type { Reply, RestRequest } from '../endpoint.ts';
import { textOf } from '../errors.ts';
import type { Args } from '../args.ts';
import { privacies, runTypes } from '../enum-values.ts';
import { graphql } from '../graphql.ts';
import { offsetPage } from '../paging.ts';
import { uri } from '../uris.ts';
import { workout as workoutRecord } from '../records/workouts.ts';

/** A share that was refused, which has status 200 (interface, Workouts; decisions N7). */
const notShared = (message: string | null): Reply => ({
  ...ok(message === null ? { success: false } : { success: false, message }),
  isRefusal: true,
});
const workoutId = ({ path }: RestRequest) => globalId('Workout', path['workout_id'] ?? 0);
const runner = ({ args, viewerId }: RestRequest) => globalId('User', args.idOrNull('user') ?? viewerId);

/** `GET /workout/` returns all workouts, up to this number (decisions P6). */
const mostWorkouts = 20_000;
const range = (request: RestRequest) => offsetPage(request.args, mostWorkouts, mostWorkouts);

/** Reads a JSON workout body (interface, JSON workout body). @throws Failure INVALID naming the fields that are not valid */
function workoutInput(args: Args) {
  return {
    title: args.text('title'),
    postBody: args.textOrNull('post_body'),
    runDate: args.moment('run_date'),
    runType: args.requiredWord('run_type', runTypes),
    durationInSeconds: args.integerOrNull('duration_in_seconds'),
    distanceInMeters: args.decimalOrNull('distance_in_meters'),
    privacy: args.word('privacy', privacies),
    points: args.track('points'),
    socialAccessToken: args.trimmedOrNull('social_access_token'),
  };
}

export const workouts = {
  'GET /workout/': row({
    document: graphql(
      `
        query Workouts($userId: ID!, $first: Int!, $offset: Int!, $after: String, $asGpx: Boolean!) {
          user(id: $userId) @include(if: $asGpx) {
            firstName
            lastName
          }
          workouts(userId: $userId, first: $first, offset: $offset, after: $after) {
            nodes {
              ...workoutFields
            }
          }
        }
      `,
      [workoutRecord.fragment],
    ),
    variables: (request) => {
      const { limit, offset } = range(request);
      return { userId: runner(request), first: Math.min(limit, pageCaps.list), offset, asGpx: false };
    },
    reply: ({ workouts: { nodes } }) => ok(nodes.map(workoutRecord.write)),
    parts: {
      read({ workouts: { nodes } }) {
        const { runDate = '', databaseId = 0 } = nodes.at(-1) ?? {};
        return { objects: nodes.map(workoutRecord.write), last: writeCursor(runDate, databaseId), total: Infinity };
      },
      range,
      whole: (_request, _total, objects) => objects,
    },
    async gpx(request, run, context) {
      const userId = request.args.idOrNull('user') ?? request.viewerId;
      const { user } = await run({ userId: globalId('User', userId), first: 0, offset: 0, asGpx: true });
      return gpxFile(context, { userId, ...range(request) }, user ? `${user.firstName} ${user.lastName}` : '');
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
      [workoutRecord.fragment],
    ),
    variables: (request) => ({ id: workoutId(request) }),
    reply: ({ workout }) => (workout ? ok(workoutRecord.write(workout)) : notFound()),
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
      [workoutRecord.fragment],
    ),
    variables: ({ bytes }) => ({ input: { gpx: bytes } }),
    reply: ({ importGpx: { workout } }) => created(uri('workout', workout.databaseId), workoutRecord.write(workout)),
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
      [workoutRecord.fragment],
    ),
    variables: ({ args }) => ({ input: workoutInput(args) }),
    reply: ({ recordWorkout: { workout } }) =>
      created(uri('workout', workout.databaseId), workoutRecord.write(workout)),
  }),

  'PATCH /workout/[workout_id]/': row({
    takes: ['gpx'],
    maxBytes: workoutBytes,
    spends: 'upload',
    document: graphql(`
      mutation ReplaceTrack($input: ReplaceTrackInput!) {
        replaceTrack(input: $input) {
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
          message
        }
      }
    `),
    variables: ({ path, args }) => ({
      input: {
        id: globalId('Workout', path['ID'] ?? 0),
        socialNetwork: args.trimmed('social_network'),
        token: args.trimmed('token'),
      },
    }),
    of: ({ path }) => ['Workout', path['ID'], 'own'],
    reply: ({ shareWorkout: { success, postId, message } }) =>
      success ? ok({ success, post_id: postId }) : notShared(message),
    refused: (failure) =>
      ['INVALID', 'NOT_FOUND', 'NOT_YOURS'].includes(failure.code) ? notShared(textOf(failure)) : failure,
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
