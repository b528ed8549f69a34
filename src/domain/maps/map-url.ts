import { hash } from 'node:crypto';
import type { Context } from '../context.ts';
import { invalid } from '../../errors.ts';
import { mediaUrl } from '../rules/media-urls.ts';
import { mapStyle } from './draw-map.ts';

/** The kinds of objects that have maps. */
export type MapKind = 'workout' | 'route';

/** Pixels. */
interface MapSize {
  width: number;
  height: number;
}

export const defaultMapSize: MapSize = { width: 600, height: 400 };
/**
 * The lengths of edges in pixels. There are only a few, so that each object has few maps. Other lengths are rounded up
 * to these.
 */
export const mapEdges = [100, 200, 300, 400, 600, 800, 1000] as const;

/**
 * The signed URL of a static map for the viewer (interface, `static_map_url`; decisions R11); null without points. It
 * changes with the line and with the style of drawing, so that clients never show an old map from a cache.
 * @throws Failure INVALID for a size out of bounds
 */
export function staticMapUrl(
  context: Context,
  kind: MapKind,
  { id, polyline }: { id: number; polyline: string },
  { width, height }: MapSize = defaultMapSize,
): string | null {
  const size = `${edgeOf('width', width)}x${edgeOf('height', height)}`;
  if (polyline === '') return null;
  const path = `/media/map/${kind}/${id}/${context.viewer?.id ?? 0}/${size}`;
  return mediaUrl(context, path, { content: polyline, versionOf: mapVersion });
}

/** It changes with the line and with the style of maps. */
export function mapVersion(polyline: string): string {
  return `${mapStyle}-${hash('sha1', polyline, 'base64url').slice(0, 10)}`;
}

function edgeOf(argument: string, pixels: number): number {
  const edge = mapEdges.find((one) => one >= pixels);
  if (pixels < mapEdges[0] || edge === undefined)
    throw invalid(argument, `must be between ${mapEdges[0]} and ${mapEdges.at(-1)}`, 'OUT_OF_RANGE');
  return edge;
}
