import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { importRecording } from '../../src/domain/workouts/recordings/import-recording.ts';
import type { ImportedActivity as Outcome } from '../../src/domain/workouts/recordings/import-recording.ts';
import { givenRecording, prepareRecordingUpload } from '../../src/domain/workouts/recordings/upload-recording.ts';
import { price } from '../prices.ts';
import { loadRow } from '../rows.ts';
import { RootField } from '../root-field.ts';
import {
  ImportRecordingInput,
  ImportRecordingPayload,
  PrepareRecordingUploadPayload,
} from './import-recording.type.ts';
import type { ImportedActivity } from './import-recording.type.ts';

@Resolver()
export class ImportRecordingResolver {
  @Mutation(() => PrepareRecordingUploadPayload, {
    nullable: true,
    description: 'Returns a URL to which a recording can be sent. Call `importRecording` afterwards.',
  })
  @RootField({ scope: 'WORKOUTS_WRITE', codes: [] })
  async prepareRecordingUpload(@Ctx() context: Context): Promise<PrepareRecordingUploadPayload> {
    return { upload: await prepareRecordingUpload(context) };
  }

  @Mutation(() => ImportRecordingPayload, {
    nullable: true,
    description:
      'Stores the activities of a FIT, TCX or GPX file, each as a workout with its post. It fails if none of them comes in: with WORKOUT_EXISTS, which names the workout, if the first one is there already.',
  })
  // Recordings are longer than the measured ones of 1,000 points, which their size says only afterwards.
  @RootField({
    scope: 'WORKOUTS_WRITE',
    codes: ['MALFORMED', 'NOT_FOUND', 'TOO_LARGE', 'WORKOUT_EXISTS'],
    cost: price('importGpx', 300),
  })
  async importRecording(
    @Arg('input', () => ImportRecordingInput) { recording, uploadId, ...given }: ImportRecordingInput,
    @Ctx() context: Context,
  ): Promise<ImportRecordingPayload> {
    const outcomes = await importRecording(context, await givenRecording(context, { recording, uploadId }), given);
    const stored = outcomes.find((outcome) => 'workout' in outcome)!;
    return {
      workout: stored.workout,
      originalKept: stored.originalKept ?? false,
      activities: outcomes.map((outcome) => activityOf(context, outcome)),
    };
  }
}

function activityOf(context: Context, outcome: Outcome): ImportedActivity {
  if ('workout' in outcome) return { workout: outcome.workout, isNew: true, reason: null };
  const { message, details } = outcome.failure;
  return {
    workout: details.existing ? loadRow(context, 'Workout', details.existing.id) : null,
    isNew: false,
    reason: message,
  };
}
