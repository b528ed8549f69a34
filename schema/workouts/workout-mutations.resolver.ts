import { deleteWorkout } from '../../src/domain/workouts/delete-workout.ts';
import { editWorkout } from '../../src/domain/workouts/edit-workout.ts';
import { importGpx } from '../../src/domain/workouts/import-gpx.ts';
import { recordWorkout } from '../../src/domain/workouts/record-workout.ts';
import { replaceTrack } from '../../src/domain/workouts/replace-track.ts';
import { shareWorkout } from '../../src/domain/workouts/share-workout.ts';
import { globalId } from '../global-id.ts';
import { withViewer, viewerFields } from '../people/viewer.payloads.ts';
import { givenPoints } from './typed-points.ts';
import { RecordWorkoutInput } from './workout.input.ts';
import { price } from '../prices.ts';
import { longest, editRule } from '../lengths.ts';
import { input, mutation, payloadOf } from '../mutation.ts';

const workoutPayload = payloadOf('Workout', 'Result of a mutation that stores or changes a workout.', {
  workout: ['Workout!', 'The workout as stored.'],
  originalKept: [
    'Boolean',
    'Whether the uploaded file is kept as `original` of the workout. It is false if the quota of original files is used up. Null if no file was sent.',
  ],
});

const newTrack = {
  id: ['ID<Workout>!', 'Id of the workout.'],
  gpx: ['Gpx!', 'The GPX file with the new track.'],
} as const;

export const workoutMutations = [
  mutation('recordWorkout', {
    about: 'Stores a workout and publishes its post.',
    scope: 'WORKOUTS_WRITE',
    codes: ['WORKOUT_EXISTS'],
    // Recordings are longer than the measured ones of 1,000 points, which their size says only afterwards.
    cost: price('recordWorkout', 300),
    input: RecordWorkoutInput,
    payload: workoutPayload,
    run: async (context, { points, trackPoints, ...given }) => {
      const workout = await recordWorkout(context, { ...given, points: givenPoints(points, trackPoints) });
      return { workout, originalKept: null };
    },
  }),
  mutation('importGpx', {
    about: 'Stores the run of a GPX file and publishes its post.',
    scope: 'WORKOUTS_WRITE',
    codes: ['MALFORMED', 'TOO_LARGE', 'WORKOUT_EXISTS'],
    // Recordings are longer than the measured ones of 1,000 points, which their size says only afterwards.
    cost: price('importGpx', 300),
    input: input(
      'A workout recorded by a device. What is left out or null is read from the file; what is given takes precedence over it.',
      {
        gpx: ['Gpx!', 'The GPX file.'],
        privacy: ['Privacy', 'Who may see it; PUBLIC if the file does not say it either.'],
        title: ['String', `Name, up to ${longest('title')}; \`Running\` if the file has none either.`],
        postBody: ['String', `Text of the post, up to ${longest('text')}.`],
        runType: ['RunType', 'Kind of run; ENDURANCE if the file does not say it either.'],
      },
    ),
    payload: workoutPayload,
    run: (context, { gpx, ...given }) => importGpx(context, gpx, given),
  }),
  mutation('replaceTrack', {
    about: 'Replaces the track of your own workout, and everything that is measured from it.',
    scope: 'WORKOUTS_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS', 'MALFORMED', 'TOO_LARGE'],
    cost: price('replaceTrack', 300),
    input: input('A new track for a workout.', newTrack),
    payload: workoutPayload,
    run: (context, { id, gpx }) => replaceTrack(context, id, gpx),
  }),
  mutation('replaceRoute', {
    about: 'The former name of `replaceTrack`: a route is a saved route, and the points of a workout are its track.',
    scope: 'WORKOUTS_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS', 'MALFORMED', 'TOO_LARGE'],
    cost: price('replaceTrack', 300),
    deprecated: 'Use replaceTrack. It will be removed after 2027-12-31.',
    // Documents of older clients declare variables of this type.
    input: input('The same as ReplaceTrackInput, under its former name.', newTrack),
    payload: workoutPayload,
    run: (context, { id, gpx }) => replaceTrack(context, id, gpx),
  }),
  mutation('editWorkout', {
    about:
      'Changes your own workout; its date, duration and distance where no points decide them. Stats and miles of events follow. A change that makes it equal to another of your workouts is refused with WORKOUT_EXISTS.',
    scope: 'WORKOUTS_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS', 'WORKOUT_EXISTS'],
    input: input(`Changes to a workout. ${editRule}`, {
      id: ['ID<Workout>!', 'Id of the workout.'],
      title: ['String', 'Name. It cannot be empty.'],
      postBody: ['String', 'Text of the post.'],
      runType: ['RunType', 'Kind of run. It cannot be empty.'],
      privacy: ['Privacy', 'Who may see it. It cannot be empty.'],
      runDate: [
        'DateTime',
        'When the run began. It cannot be empty. If the points have times, it is refused unless it is within 36 hours of one of them.',
      ],
      durationInSeconds: [
        'Int',
        'Seconds without pauses. It cannot be empty, and is refused for a workout whose points have times.',
      ],
      distanceInMeters: ['Float', 'Meters; null when unknown. It is refused for a workout with points.'],
    }),
    payload: workoutPayload,
    run: async (context, { id, ...changes }) => ({
      workout: await editWorkout(context, id, changes),
      originalKept: null,
    }),
  }),
  mutation('deleteWorkout', {
    about: 'Deletes your own workout with its points and post.',
    // The post of the workout is deleted as well.
    scope: 'WORKOUTS_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS'],
    input: input('The workout to delete.', { id: ['ID<Workout>!', 'Id of the workout.'] }),
    payload: {
      ...viewerFields,
      deletedId: ['ID!', 'Id of the deleted workout.'],
      deletedPostId: ['ID', 'Id of its post, which is deleted with it. Null when the post had been deleted before.'],
    },
    run: async (context, { id }, sent) => {
      const postId = await deleteWorkout(context, id);
      const deletedPostId = postId === null ? null : globalId('Post', postId);
      return withViewer(context, { deletedId: sent.id, deletedPostId });
    },
  }),
  mutation('shareWorkout', {
    about: 'Shares one of your workouts on the social network. Private workouts are never shared.',
    scope: 'WORKOUTS_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS'],
    input: input('The workout to share, and the network.', {
      id: ['ID<Workout>!', 'Id of the workout, one of your own.'],
      socialNetwork: ['String!', 'Identifier of the social network.'],
      token: ['String!', 'Your access token of that network.'],
    }),
    payload: {
      success: ['Boolean!', 'Whether it was shared.'],
      networkPostId: ['String', 'Id of the post in the social network. Null when it was not shared.'],
      postId: [
        'String',
        'The same as `networkPostId`; null likewise. It is no id of a post here.',
        undefined,
        'Use networkPostId. It will be removed after 2027-12-31.',
      ],
      message: ['String', 'What was wrong with the request. Null when it was shared, or not for that reason.'],
    },
    run: async (context, { id, ...given }) => {
      const shared = await shareWorkout(context, id, given);
      return { ...shared, networkPostId: shared.postId };
    },
  }),
];
