import type { Express } from 'express';
import type { Surroundings } from '../../domain/context.ts';
import { serveMaps } from './serve-maps.ts';
import { serveOriginals } from './serve-originals.ts';
import { servePictures } from './serve-pictures.ts';
import { serveTracks } from './serve-tracks.ts';

/** Serves the files behind signed URLs: pictures, maps, tracks and original recordings. */
export function serveMedia(app: Express, surroundings: Surroundings): void {
  servePictures(app, surroundings);
  serveMaps(app, surroundings);
  serveTracks(app, surroundings);
  serveOriginals(app, surroundings);
}
