/** Reads GPX documents in a thread of its own; started by gpx-worker-pool.ts, one job at a time. */
import { parentPort } from 'node:worker_threads';

import { columnsOf } from './gpx-worker-messages.ts';
import { readGpx } from './gpx-read.ts';
import { TooManyPoints } from './gpx-too-many-points.ts';
import type { GpxAnswer, GpxJob } from './gpx-worker-messages.ts';
import { MalformedBody } from '../rules/malformed-body.ts';

parentPort?.on('message', (job: GpxJob) => {
  const answer = answerTo(job);
  parentPort?.postMessage(answer, 'document' in answer ? columnsOf(answer.document.track) : []);
});

function answerTo({ bytes, maxPoints }: GpxJob): GpxAnswer {
  try {
    return { document: readGpx(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), { maxPoints }) };
  } catch (error) {
    if (error instanceof MalformedBody) return { refused: 'malformed', message: error.message };
    if (error instanceof TooManyPoints) return { refused: 'too-many-points', message: error.message };
    return { refused: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
