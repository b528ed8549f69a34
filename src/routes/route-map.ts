// oxlint-disable import/default, import/no-named-as-default-member -- CommonJS: Node has its exports as the default one
import codec from '@googlemaps/polyline-codec';
import type { Express } from 'express';
import type { Context, Surroundings } from '../context.ts';
import { drawMap, mapStyle } from '../maps/draw-map.ts';
import { isMediaUrl, mediaUrl } from '../media-urls.ts';
import type { Track } from '../running/track.ts';
import { UNITS_A_DEGREE } from '../running/track.ts';
import { sendMedia } from '../send-media.ts';
import { routesByIds } from './route.queries.ts';

const { decode } = codec;

/** Pixels. */
const size = { width: 600, height: 400 };

/** Signed URL of a route's map, for the viewer (interface, Route `static_map_url`; decisions R11). */
export function routeMapUrl(context: Context, routeId: number): string {
  return mediaUrl(context, `/media/route-map/${routeId}/${context.viewer?.id ?? 0}`);
}

/** Serves the maps; whether the person may still see the route is looked up each time. */
export function serveRouteMaps(app: Express, surroundings: Surroundings): void {
  app.get('/media/route-map/:id/:viewer', async (request, response) => {
    const [id, viewer] = [Number(request.params.id), Number(request.params.viewer)];
    const route = isMediaUrl(surroundings, request.originalUrl)
      ? await surroundings.database.one(routesByIds, [viewer, [id]])
      : undefined;
    await sendMedia(
      request,
      response,
      route
        ? {
            contentType: 'image/png',
            tag: `route-${id}-${mapStyle}`,
            async open() {
              const content = await drawMap(trackOf(route.polyline), size.width, size.height);
              return { content, length: content.length };
            },
          }
        : null,
    );
  });
}

/** The points of an encoded polyline as one segment without times. */
function trackOf(polyline: string): Track {
  const points = decode(polyline, 5);
  const units = (degrees: number) => Math.round(degrees * UNITS_A_DEGREE);
  return {
    latitudeE7: Int32Array.from(points, ([latitude]) => units(latitude)),
    longitudeE7: Int32Array.from(points, ([, longitude]) => units(longitude)),
    elevation: new Float64Array(points.length).fill(NaN),
    time: new Float64Array(points.length).fill(NaN),
    segmentStarts: [0],
  };
}
