import type { Context } from '../../src/domain/context.ts';
import { importRecording } from '../../src/domain/workouts/recordings/import-recording.ts';
import type { ImportedActivity as Outcome } from '../../src/domain/workouts/recordings/import-recording.ts';
import { prepareRecordingUpload } from '../../src/domain/workouts/recordings/upload-recording.ts';
import { price } from '../prices.ts';
import { loadRow } from '../rows.ts';
import { longest } from '../lengths.ts';
import { input, mutation } from '../mutation.ts';
import { ImportRecordingPayload, RecordingUpload } from './import-recording.type.ts';
import type { ImportedActivity } from './import-recording.type.ts';

function activityOf(context: Context, outcome: Outcome): ImportedActivity {
  if ('workout' in outcome) return { workout: outcome.workout, isNew: true, reason: null };
  const { message, details } = outcome.failure;
  return {
    workout: details.existing ? loadRow(context, 'Workout', details.existing.id) : null,
    isNew: false,
    reason: message,
  };
}

export const recordingMutations = [
  mutation('prepareRecordingUpload', {
    about: 'Returns a URL to which a recording can be sent. Call `importRecording` afterwards.',
    scope: 'WORKOUTS_WRITE',
    codes: [],
    payload: { upload: [() => RecordingUpload, 'Where to send the bytes.'] },
    run: async (context) => ({ upload: await prepareRecordingUpload(context) }),
  }),
  mutation('importRecording', {
    about:
      'Stores the activities of a FIT, TCX or GPX file, each as a workout with its post. It fails if none of them comes in: with WORKOUT_EXISTS, which names the workout, if one is there already.',
    scope: 'WORKOUTS_WRITE',
    codes: ['MALFORMED', 'NOT_FOUND', 'TOO_LARGE', 'WORKOUT_EXISTS'],
    // Recordings are longer than the measured ones of 1,000 points, which their size says only afterwards.
    cost: price('importGpx', 300),
    input: input(
      'A recording of a device: a FIT, TCX or GPX file, also in a gzip file; its content tells which. What is left out or null is read from the file; what is given takes precedence over it, for each of its activities.',
      {
        recording: ['RecordingData', 'The file, if it is small.'],
        uploadId: [
          'String',
          'The `uploadId` that `prepareRecordingUpload` returned, after the file was sent to its URL.',
        ],
        privacy: ['Privacy', 'Who may see it; PUBLIC if the file does not say it either.'],
        title: ['String', `Name, up to ${longest('title')}; \`Running\`, or the sport, if the file has none either.`],
        postBody: ['String', `Text of the post, up to ${longest('text')}.`],
        runType: ['RunType', 'Kind of run; ENDURANCE if the file does not say it either, and INDOOR for a treadmill.'],
        onlyRuns: [
          'Boolean',
          'Whether activities of which the file says that they are no runs are refused. They come in with their `sourceType` by default.',
        ],
      },
    ),
    payload: ImportRecordingPayload,
    run: async (context, { recording, uploadId, ...given }) => {
      const outcomes = await importRecording(context, { recording, uploadId }, given);
      const stored = outcomes.find((outcome) => 'workout' in outcome)!;
      return {
        workout: stored.workout,
        originalKept: stored.originalKept ?? false,
        activities: outcomes.map((outcome) => activityOf(context, outcome)),
      };
    },
  }),
];
