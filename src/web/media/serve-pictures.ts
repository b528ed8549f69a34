import type { Express, Request, Response } from 'express';
import type { Surroundings } from '../../domain/context.ts';
import { Failure, failureOf } from '../../errors.ts';
import type { FailureCode } from '../../errors.ts';
import { isMediaUrl } from '../../domain/media-urls/media-urls.ts';
import { sendMedia } from './send-media.ts';
import { drain, receiveLargeBody } from '../large-body.ts';
import { maxPictureBytes } from '../../domain/pictures/image-format.ts';
import { servedPicture, servedProfilePicture } from '../../domain/pictures/picture.queries.ts';
import { receiveUpload, uploadEnded } from '../../domain/pictures/receive-upload.ts';
import { contentTypeOf } from '../../domain/pictures/store-files.ts';
import type { StoredSize } from '../../domain/pictures/store-files.ts';

/** Serves pictures by their signed URLs, and takes the bytes of prepared uploads. No key is needed (decisions A3). */
export function servePictures(app: Express, surroundings: Surroundings): void {
  const { database, outside } = surroundings;

  app.get('/media/picture/:id/:size/:viewer', async (request, response) => {
    const { id, size, viewer } = request.params;
    const found = isMediaUrl(surroundings, request.originalUrl)
      ? await database.one(servedPicture, [Number(viewer), Number(id)])
      : null;
    const contentType = contentTypeOf(size as StoredSize, found?.format ?? 'jpeg');
    await sendMedia(request, response, found ? stored(found.key, size, contentType) : null);
  });

  app.get('/media/profile/:user/:key/:size', async (request, response) => {
    const { user, key, size } = request.params;
    const found = isMediaUrl(surroundings, request.originalUrl)
      ? await database.one(servedProfilePicture, [Number(user), key])
      : null;
    await sendMedia(request, response, found ? stored(key, size, 'image/jpeg') : null);
  });

  app.put('/media/upload/:id', async (request, response) => {
    await answered(request, response, async () => {
      if (!surroundings.signer.verify(request.originalUrl, surroundings.now()))
        throw new Failure('NOT_FOUND', uploadEnded);
      const { bytes, release } = await receiveLargeBody(request, maxPictureBytes);
      await receiveUpload(surroundings, request.params.id, bytes).finally(release);
    });
  });

  const stored = (key: string, size: string, contentType: string) => ({
    contentType,
    tag: `${key}-${size}`,
    open: () => outside.pictures.read(key, size),
  });
}

const statuses: Partial<Record<FailureCode, number>> = { NOT_FOUND: 404, TOO_LARGE: 413 };

/** 204, or the failure's sentence. */
async function answered(request: Request, response: Response, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    response.status(204).end();
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    const status = statuses[failure.code] ?? 400;
    if (!request.complete) drain(request);
    response.status(status).type('text/plain').send(failure.message);
  }
}
