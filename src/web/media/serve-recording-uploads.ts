import type { Express } from 'express';
import type { ProcessContext } from '../../domain/context.ts';
import {
  beginRecording,
  receiveRecording,
  recordingEnded,
  recordingsPath,
} from '../../domain/workouts/recordings/upload-recording.ts';
import { Failure } from '../../errors.ts';
import { MAX_BYTES } from '../../platform/bodies/max-values.ts';
import { checkLength, receiveBody } from '../../platform/bodies/receive-body.ts';
import { answerUpload } from './answer-upload.ts';

/** `PUT /media/recording/<upload>?expires=…&signature=…`: receives the file for `importRecording`. It needs no key. */
export function serveRecordingUploads(app: Express, processContext: ProcessContext): void {
  app.put(`${recordingsPath}/:id`, async (request, response) => {
    await answerUpload(request, response, async () => {
      const { signer, now } = processContext;
      if (!signer.verify(request.originalUrl, now())) throw new Failure('NOT_FOUND', recordingEnded);
      await beginRecording(processContext, request.params.id, checkLength(request, MAX_BYTES));
      const { bytes, release } = await receiveBody(request, MAX_BYTES);
      await receiveRecording(processContext, request.params.id, bytes).finally(release);
    });
  });
}
