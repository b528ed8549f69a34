import type { Express } from 'express';
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import type { ProcessContext } from '../../domain/context.ts';
import { Failure } from '../../errors.ts';
import { isMediaUrl } from '../../domain/rules/media-urls.ts';
import { answerUpload } from './answer-upload.ts';
import { sendMedia } from './send-media.ts';
import { checkLength, receiveBody } from '../../platform/bodies/receive-body.ts';
import { senderOf } from '@runners/limits';
import { maxPictureBytes } from '../../domain/pictures/image-format.ts';
import { servedPicture, servedProfilePicture } from '../../domain/pictures/picture.queries.ts';
import { beginUpload, receiveUpload, uploadEnded } from '../../domain/pictures/receive-upload.ts';
import { contentTypeOf } from '../../domain/pictures/store-files.ts';
import type { StoredSize } from '../../domain/pictures/store-files.ts';

/**
 * Serves pictures through their signed URLs, and receives the bytes of prepared uploads. No key is needed (decisions
 * A3).
 */
export function servePictures(app: Express, processContext: ProcessContext): void {
  const { database, integrations } = processContext;

  app.get('/media/picture/:id/:size/:viewer', async (request, response) => {
    const { id, size, viewer } = request.params;
    const found = isMediaUrl(processContext, request.originalUrl)
      ? await database.one(servedPicture, [Number(viewer), Number(id)])
      : null;
    const file = size === 'original' ? (found?.original ?? size) : size;
    const contentType = contentTypeOf(file as StoredSize, found?.format ?? 'jpeg');
    await sendMedia(request, response, found ? stored(found.key, file, contentType) : null);
  });

  app.get('/media/profile/:user/:key/:size', async (request, response) => {
    const { user, key, size } = request.params;
    const found = isMediaUrl(processContext, request.originalUrl)
      ? await database.one(servedProfilePicture, [Number(user), key])
      : null;
    await sendMedia(request, response, found ? stored(key, size, 'image/jpeg') : null);
  });

  app.put('/media/upload/:id', async (request, response) => {
    await answerUpload(request, response, async () => {
      if (!processContext.signer.verify(request.originalUrl, processContext.now()))
        throw new Failure('NOT_FOUND', uploadEnded);
      checkLength(request, maxPictureBytes);
      const upload = await beginUpload(processContext, request.params.id);
      await takingTurns(upload.id, async () => {
        const { bytes, release } = await receiveBody(request, maxPictureBytes);
        await receiveUpload(processContext, upload, senderOf(request), bytes).finally(release);
      });
    });
  });

  const stored = (key: string, size: string, contentType: string) => ({
    contentType,
    tag: `${key}-${size}`,
    open: () => integrations.pictures.read(key, size),
  });
}

/**
 * The number of bodies of one upload that are received and processed at the same time. Few others can wait, because
 * attempts are limited.
 */
const atOnce = 2;
const turns = new Map<string, { limit: LimitFunction; users: number }>();

/** Runs the work when it is the turn of this upload. */
async function takingTurns(uploadId: string, work: () => Promise<void>): Promise<void> {
  const turn = turns.get(uploadId) ?? { limit: pLimit(atOnce), users: 0 };
  turns.set(uploadId, turn);
  turn.users++;
  try {
    await turn.limit(work);
  } finally {
    if (--turn.users === 0) turns.delete(uploadId);
  }
}
