import { counted } from '../../schema/lengths.ts';
import { pageCaps } from '../../schema/pagination/page-sizes.ts';
import { globalId } from '../../schema/global-id.ts';
import { writeCursor } from '../../schema/pagination/cursor.ts';
import { MAX_POINTS } from '../../src/domain/tracks/workout-file.ts';
import { gpxFile } from '../../src/domain/workouts/stream-gpx.ts';
import { created, hierarchical, ok, row, workoutBytes } from '../endpoint.ts';
import type { Reply, RestRequest } from '../endpoint.ts';
import { textOf } from '../errors.ts';
import { graphql } from '../graphql.ts';
import { changed, createdAt, deleted, fields } from '../outcomes.ts';
import { offsetPage } from '../paging.ts';
import { trimmedText } from '../parameters.ts';
import { boolean, text } from '../records/column.ts';
import { workout, workoutBody, workoutInput } from '../records/workouts.ts';
import { locationSource, sourcesOf } from '../records/sources.ts';
import { mutation, one, unseen } from '../rows.ts';
import { uri } from '../uris.ts';

/** A share that was refused, which has status 200 (interface, Workouts; decisions N7). */
const notShared = (message: string | null): Reply => ({
  ...ok(message === null ? { success: false } : { success: false, message }),
  isRefusal: true,
});
const runner = ({ args, viewerId }: RestRequest) => globalId('User', args.idOrNull('user') ?? viewerId);

/** `GET /workout/` returns all workouts, up to this number (decisions P6). */
const mostWorkouts = 20_000;
const range = (request: RestRequest) => offsetPage(request.args, mostWorkouts, mostWorkouts);

/** What the rows have in common that take a recording. */
const upload = { maxBytes: workoutBytes, spends: 'upload' } as const;
const creating = {
  WORKOUT_EXISTS: 'The workout already exists; `Location` names it.',
  NOT_FOUND: 'The account of the current user is being deleted.',
};
const notYours = 'It belongs to somebody else, and the current user may see it.';

const share = {
  ...fields({
    success: boolean('success'),
    post_id: text('postId', {
      nullable: true,
      optional: true,
      about: 'The id of the post in the network, if it succeeded.',
    }),
    // It isn't written when it is null.
    message: text('message', { assured: true, optional: true, about: 'The reason, if it did not succeed.' }),
  }),
  reply: ({ success, postId, message }: { success: boolean; postId: string | null; message: string | null }) =>
    success ? ok({ success, post_id: postId }) : notShared(message),
};

/** The rows of workouts. */
export const workouts = {
  'GET /workout/': row({
    about:
      "A user's workouts, newest first, as a JSON array without an envelope: all of them, or the newest 20,000. With `Accept: application/X.service-GPX+xml` they are one GPX file, with a `trk` for each.",
    query: {
      user: { type: 'integer', default: 'the current user', about: 'The id of a user.' },
      limit: { type: 'integer', default: 'all', about: '0 means all, and so does any value above 20,000.' },
      offset: { type: 'integer', default: '0', about: 'The number of workouts to skip.' },
    },
    answers: [
      { status: 200, body: { array: 'Workout' } },
      { status: 200, body: 'GPX', when: 'The GPX type is requested.' },
    ],
    errors: { INVALID: '`user`, `limit` or `offset` is not a whole number.' },
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
      [workout.fragment],
    ),
    variables: (request) => {
      const { limit, offset } = range(request);
      return { userId: runner(request), first: Math.min(limit, pageCaps.list), offset, asGpx: false };
    },
    reply: ({ workouts: { nodes } }) => ok(nodes.map(workout.write)),
    sources: () => sourcesOf(workout.columns, '[].', 'workouts.nodes[].'),
    parts: {
      read({ workouts: { nodes } }) {
        const { runDate = '', databaseId = 0 } = nodes.at(-1) ?? {};
        return { objects: nodes.map(workout.write), last: writeCursor(runDate, databaseId), total: Infinity };
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

  'GET /workout/[workout_id]/': one('workout', workout, 'workout_id', { about: 'One workout.' }),

  'POST /workout/ (GPX)': mutation('importGpx', createdAt('workout', workout), {
    about: 'Stores the run of a GPX file as a workout, and publishes it as a post. See [GPX request](#gpx-request).',
    takes: ['gpx'],
    ...upload,
    bytes: 'gpx',
    errors: {
      ...creating,
      MALFORMED: 'The file is not well-formed GPX, or has fewer than two points with a time.',
      INVALID: 'A value in the file is not valid; the line names it.',
      TOO_LARGE: `The file has more than ${counted(MAX_POINTS)} points.`,
    },
  }),

  'POST /workout/ (JSON)': row({
    about:
      'Stores a workout from the values that a client sends, and publishes it as a post. See [JSON workout body](#json-workout-body).',
    body: workoutBody,
    answers: [{ status: 201, body: { record: 'Workout' }, location: 'the workout' }],
    errors: { ...creating, INVALID: 'Fields are missing or not valid.', TOO_LARGE: 'There are too many points.' },
    takes: hierarchical,
    points: 'points',
    ...upload,
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
      [workout.fragment],
    ),
    variables: ({ args }) => ({ input: workoutInput(args) }),
    reply: ({ recordWorkout: { workout: stored } }) =>
      created(uri('workout', stored.databaseId), workout.write(stored)),
    sources: () => [
      locationSource('recordWorkout.workout'),
      ...sourcesOf(workout.columns, '', 'recordWorkout.workout.'),
    ],
  }),

  'PATCH /workout/[workout_id]/': mutation('replaceTrack', changed('workout', 202), {
    about:
      "Replaces the track of one's own workout by that of a GPX file. Distance, duration, elevation gain, map and stats are measured again; title, text, type, privacy and date remain.",
    takes: ['gpx'],
    ...upload,
    path: ['workout_id', 'Workout'],
    bytes: 'gpx',
    errors: {
      NOT_YOURS: notYours,
      NOT_FOUND: unseen,
      MALFORMED: 'The file is not well-formed GPX, or has fewer than two points.',
    },
  }),

  'POST /workout/[ID]/share/': mutation('shareWorkout', share, {
    about: "Shares one's own workout on the social network. The status is 200 in every case.",
    path: ['ID', 'Workout'],
    body: {
      social_network: trimmedText('socialNetwork', { about: 'The name of the configured network.' }),
      token: trimmedText('token', { about: 'A token of that network.' }),
    },
    of: ({ path }) => ['Workout', path['ID'], 'own'],
    refused: (failure) =>
      ['INVALID', 'NOT_FOUND', 'NOT_YOURS'].includes(failure.code) ? notShared(textOf(failure)) : failure,
  }),

  'DELETE /workout/[workout_id]/': mutation('deleteWorkout', deleted, {
    about: "Deletes one's own workout and its post.",
    path: ['workout_id', 'Workout'],
    errors: { NOT_YOURS: notYours, NOT_FOUND: unseen },
  }),
};
