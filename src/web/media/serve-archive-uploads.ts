import type { Express, Request } from 'express';
import { Failure } from '../../errors.ts';
import type { ProcessContext } from '../../domain/context.ts';
import { archivesPath } from '../../domain/accounts/import-my-data.ts';
import { archiveEnded, beginArchive, maxArchiveBytes, receiveArchive } from '../../domain/accounts/receive-archive.ts';
import { letBodyCome } from '../../platform/bodies/expect-continue.ts';
import { watchPace } from '../../platform/bodies/pace.ts';
import { checkLength } from '../../platform/bodies/receive-body.ts';
import { senderOf } from '@runners/limits';
import { answerUpload } from './answer-upload.ts';

/** An archive may take an hour, six times as long as the largest other body. */
const patience = 6;

/** `PUT /media/archive/<import>?expires=…&signature=…`: receives the archive for `importMyData`. It needs no key. */
export function serveArchiveUploads(app: Express, processContext: ProcessContext): void {
  app.put(`${archivesPath}/:id`, async (request, response) => {
    await answerUpload(request, response, async () => {
      if (!processContext.signer.verify(request.originalUrl, processContext.now()))
        throw new Failure('NOT_FOUND', archiveEnded);
      const announced = checkLength(request, maxArchiveBytes);
      const attempt = await beginArchive(processContext, request.params.id, announced);
      letBodyCome(request);
      await receiveArchive(processContext, attempt, senderOf(request), bodyOf(request, announced));
    });
  });
}

/** The body in the pace in which it is taken. @throws Failure MALFORMED when it was cut off, BODY_TOO_SLOW */
async function* bodyOf(request: Request, announced: number): AsyncGenerator<Buffer, void, undefined> {
  const slow = Promise.withResolvers<never>();
  slow.promise.catch(() => {});
  const pace = watchPace(request, announced / patience, () => slow.reject(new Failure('BODY_TOO_SLOW')));
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), slow.promise]);
      if (next.done) break;
      pace.count(next.value.length);
      yield next.value;
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('MALFORMED', 'The body was cut off.');
  } finally {
    pace.end();
  }
  if (!request.complete) throw new Failure('MALFORMED', 'The body was cut off.');
}
