import type { Express } from 'express';
import { livingKeys } from '../../domain/accounts/living-keys.ts';
import type { ProcessContext } from '../../domain/context.ts';
import { originalOfOwner } from '../../domain/workouts/originals/original.queries.ts';
import { originalPath } from '../../domain/workouts/originals/original-url.ts';
import { readOriginal } from '../../domain/workouts/originals/read-original.ts';
import { answerBusy } from '../answer-busy.ts';
import { takeStream } from '../../request/pipeline.ts';
import { writeSlowly } from '../write-slowly.ts';

/** The media types of recordings. */
const mediaTypes = {
  gpx: 'application/gpx+xml',
  fit: 'application/vnd.ant.fit',
  tcx: 'application/vnd.garmin.tcx+xml',
} as const;

/**
 * Streams the original files of workouts to their owners, through signed URLs. Each time, it is checked whether the key
 * that requested the URL still signs in, and whether the workout is still there. The file is only offered for download,
 * because it can contain anything.
 */
export function serveOriginals(app: Express, processContext: ProcessContext): void {
  const { database, integrations, log, signer, now } = processContext;

  async function originalOf(url: string, userId: number, keyId: number, workoutId: number) {
    if (!signer.verify(url, now()) || !(await livingKeys(database, [keyId], now())).has(keyId)) return null;
    return (await database.one(originalOfOwner, [userId, workoutId])) ?? null;
  }

  app.get(originalPath, async (request, response) => {
    response.set({
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
    const { id, user, key } = request.params;
    const original = await originalOf(request.originalUrl, Number(user), Number(key), Number(id));
    if (!original) return void response.status(404).end();
    const offer = {
      'Content-Type': mediaTypes[original.format],
      'Content-Length': String(original.size),
      'Content-Disposition': `attachment; filename="run-${id}.${original.format}"`,
    };
    if (request.method === 'HEAD') return void response.set(offer).end();
    try {
      const leave = await takeStream(processContext, request, user);
      try {
        const bytes = await readOriginal(integrations, original);
        if (!bytes) return void response.status(404).end();
        await writeSlowly(response.set(offer), bytes, () => {}).finally(() => bytes.destroy());
      } finally {
        leave();
      }
    } catch (error) {
      if (!response.headersSent) {
        for (const name of Object.keys(offer)) response.removeHeader(name);
        return answerBusy(response, error);
      }
      // The response ends early, so that clients notice the failure.
      if (!response.destroyed) log.error({ err: error }, 'an original failed');
      response.destroy();
    }
  });
}
