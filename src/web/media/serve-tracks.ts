import type { Express } from 'express';
import { answerBusy } from '../answer-busy.ts';
import type { ProcessContext } from '../../domain/context.ts';
import { isMediaUrl } from '../../domain/rules/media-urls.ts';
import { PackedTrack } from '@runners/recordings';
import { readTracks, trackWritten } from '../../domain/workouts/long-tracks.ts';
import { codingFor } from '../answers/content-coding.ts';
import { takeStream } from '../../request/pipeline.ts';
import { writeSlowly } from '../write-slowly.ts';
import { streamGpx } from '../../domain/workouts/stream-gpx.ts';
import { runnerOfWorkout, trackOfWorkout } from '../../domain/workouts/track.queries.ts';
import { trackForms, trackPath } from '../../domain/workouts/track-url.ts';
import type { TrackForm } from '../../domain/workouts/track-url.ts';
import { jsonPoints } from '../../domain/workouts/write-points.ts';

const contentTypes: Record<TrackForm, string> = {
  gpx: 'application/gpx+xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** Streams tracks through their signed URLs. Each time, it is checked whether the user may still see the workout. */
export function serveTracks(app: Express, processContext: ProcessContext): void {
  const { database, log } = processContext;

  /** The points of a workout that the viewer may see, or null if there is none. */
  async function chunksOf(viewerId: number, workoutId: number, form: TrackForm): Promise<AsyncIterable<string> | null> {
    const workout = await database.one(runnerOfWorkout, [viewerId, workoutId]);
    if (!workout) return null;
    return form === 'gpx'
      ? streamGpx(database, viewerId, [workoutId], workout.name, true)
      : points(viewerId, workoutId);
  }

  async function* points(viewerId: number, workoutId: number) {
    const row = await readTracks(() => database.one(trackOfWorkout, [viewerId, workoutId]));
    yield* jsonPoints(row ? new PackedTrack(row.points) : null);
    trackWritten(row?.points ?? null);
  }

  app.get(trackPath, async (request, response) => {
    response.set('Cache-Control', 'private, no-store');
    const coding = codingFor(request);
    const [id, viewerId, form] = [Number(request.params.id), Number(request.params.viewer), request.params.form];
    const known = trackForms.find((one) => one === form);
    const chunks =
      known && isMediaUrl(processContext, request.originalUrl) ? await chunksOf(viewerId, id, known) : null;
    if (!known || !chunks) return void response.status(404).end();
    response.set({
      'Content-Type': contentTypes[known],
      'Content-Disposition': `attachment; filename="run-${id}.${known}"`,
    });
    response.vary('Accept-Encoding');
    if (coding) response.set('Content-Encoding', coding);
    if (request.method === 'HEAD') return void response.end();
    try {
      const leave = await takeStream(processContext, request, String(viewerId));
      await writeSlowly(response, chunks, () => {}, coding).finally(leave);
    } catch (error) {
      if (response.headersSent) {
        // The response ends without its last chunk, so that clients notice the failure.
        if (!response.destroyed) log.error({ err: error }, 'a track failed');
        return void response.destroy();
      }
      response.removeHeader('Content-Encoding');
      answerBusy(response, error);
    }
  });
}
