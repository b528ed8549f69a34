import type { workouts as rows } from '../endpoints/workouts.ts';
import type { Descriptions, Parameters } from './description.ts';
import { privacies, runTypes } from '../enum-values.ts';
import { counted, longest } from '../../schema/lengths.ts';
import { MAX_POINTS } from '../../src/domain/tracks/workout-file.ts';

/** The fields of a JSON workout body (interface, JSON workout body). */
const workoutBody = {
  run_date: { type: 'timestamp', required: true },
  title: { type: 'text', required: true, about: `At most ${longest('title')}.` },
  post_body: { type: 'text', default: 'empty', about: `At most ${longest('text')}.` },
  run_type: { type: 'text', required: true, values: Object.keys(runTypes) },
  duration_in_seconds: { type: 'integer', default: 'measured from the points', about: 'Without pauses.' },
  distance_in_meters: { type: 'float', default: 'measured from the points' },
  privacy: { type: 'text', default: 'public', values: Object.keys(privacies) },
  social_access_token: { type: 'text', about: 'A token of the social network: the workout is shared there.' },
  points: { type: 'route points', default: 'none' },
} as const satisfies Parameters;

/** A failure of rows that create something of the current user. */
const leaving = 'The account of the current user is being deleted.';
const exists = 'The workout already exists; `Location` names it.';

/** The descriptions of the rows of workouts. */
export const workouts: Descriptions<typeof rows> = {
  'GET /workout/': {
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
  },
  'GET /workout/[workout_id]/': {
    about: 'One workout.',
    answers: [{ status: 200, body: { record: 'Workout' } }],
    errors: { NOT_FOUND: 'It does not exist, or the current user may not see it.' },
  },
  'POST /workout/ (GPX)': {
    about: 'Stores the run of a GPX file as a workout, and publishes it as a post. See [GPX request](#gpx-request).',
    answers: [{ status: 201, body: { record: 'Workout' }, location: 'the workout' }],
    errors: {
      WORKOUT_EXISTS: exists,
      NOT_FOUND: leaving,
      MALFORMED: 'The file is not well-formed GPX, or has fewer than two points with a time.',
      INVALID: 'A value in the file is not valid; the line names it.',
      TOO_LARGE: `The file has more than ${counted(MAX_POINTS)} points.`,
    },
  },
  'POST /workout/ (JSON)': {
    about:
      'Stores a workout from the values that a client sends, and publishes it as a post. See [JSON workout body](#json-workout-body).',
    body: workoutBody,
    answers: [{ status: 201, body: { record: 'Workout' }, location: 'the workout' }],
    errors: {
      WORKOUT_EXISTS: exists,
      NOT_FOUND: leaving,
      INVALID: 'Fields are missing or not valid.',
      TOO_LARGE: 'There are too many points.',
    },
  },
  'PATCH /workout/[workout_id]/': {
    about:
      "Replaces the track of one's own workout by that of a GPX file. Distance, duration, elevation gain, map and stats are measured again; title, text, type, privacy and date remain.",
    answers: [{ status: 202, body: 'empty' }],
    errors: {
      NOT_YOURS: 'It belongs to somebody else, and the current user may see it.',
      NOT_FOUND: 'It does not exist, or the current user may not see it.',
      MALFORMED: 'The file is not well-formed GPX, or has fewer than two points.',
    },
  },
  'POST /workout/[ID]/share/': {
    about: "Shares one's own workout on the social network. The status is 200 in every case.",
    body: {
      social_network: { type: 'text', required: true, about: 'The name of the configured network.' },
      token: { type: 'text', required: true, about: 'A token of that network.' },
    },
    answers: [
      {
        status: 200,
        body: {
          fields: {
            success: { type: 'boolean' },
            post_id: {
              type: 'text',
              nullable: true,
              optional: true,
              about: 'The id of the post in the network, if it succeeded.',
            },
            message: { type: 'text', optional: true, about: 'The reason, if it did not succeed.' },
          },
        },
      },
    ],
  },
  'DELETE /workout/[workout_id]/': {
    about: "Deletes one's own workout and its post.",
    answers: [{ status: 204, body: 'empty' }],
    errors: {
      NOT_YOURS: 'It belongs to somebody else, and the current user may see it.',
      NOT_FOUND: 'It does not exist, or the current user may not see it.',
    },
  },
};
