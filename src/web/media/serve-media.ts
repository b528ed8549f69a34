import type { Express } from 'express';
import type { ProcessContext } from '../../domain/context.ts';
import { serveArchiveUploads } from './serve-archive-uploads.ts';
import { serveRecordingUploads } from './serve-recording-uploads.ts';
import { serveMaps } from './serve-maps.ts';
import { serveOriginals } from './serve-originals.ts';
import { servePictures } from './serve-pictures.ts';
import { serveTracks } from './serve-tracks.ts';

/** Serves the files behind signed URLs: pictures, maps, tracks and original recordings; receives archives. */
export function serveMedia(app: Express, processContext: ProcessContext): void {
  servePictures(app, processContext);
  serveMaps(app, processContext);
  serveTracks(app, processContext);
  serveOriginals(app, processContext);
  serveArchiveUploads(app, processContext);
  serveRecordingUploads(app, processContext);
}
