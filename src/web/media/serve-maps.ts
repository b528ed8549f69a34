import type { Express } from 'express';
import { LRUCache } from 'lru-cache';
import type { Surroundings } from '../../domain/context.ts';
import { answerBusy } from '../answer-busy.ts';
import { isMediaUrl } from '../../domain/media-urls/media-urls.ts';
import { sendMedia } from './send-media.ts';
import { drawMap } from '../../domain/maps/draw-map.ts';
import { mapVersion } from '../../domain/maps/map-url.ts';
import type { MapKind } from '../../domain/maps/map-url.ts';
import { mappedThings } from '../../domain/maps/mapped-things.ts';
import type { MappedThing } from '../../domain/maps/mapped-things.ts';
import { declareBound } from '../../platform/bounds.ts';

const held = declareBound(import.meta.url, {
  name: 'maps',
  holds: 'drawn maps, several thousand of them',
  limit: 32 * 1024 * 1024,
  unit: 'bytes',
  beyond: 'The least recently used map is evicted, and drawn again when it is next requested.',
});

/** Serves static maps through their signed URLs. Each time, it is checked whether the user may still see the object. */
export function serveMaps(app: Express, surroundings: Surroundings): void {
  const { database, capacity } = surroundings;
  const maps = new LRUCache<string, Buffer, () => Promise<Buffer | undefined>>({
    maxSize: held.limit,
    sizeCalculation: ({ length }) => length,
    // Simultaneous requests for the same map share one drawing.
    fetchMethod: (_key, _stale, { context: draw }) => draw(),
    ignoreFetchAbort: true,
  });

  held.watch(() => maps.calculatedSize);

  /** The points are read only when it is the turn of the viewer. */
  const mapOf = (kind: MapKind, thing: MappedThing, size: string, viewer: string) => {
    const [width = 0, height = 0] = size.split('x').map(Number);
    const tag = `${kind}-${thing.id}-${size}-${mapVersion(thing.polyline)}`;
    const draw = async () => {
      const track = await mappedThings[kind].track(database, thing);
      return track && drawMap(track, width, height);
    };
    return {
      contentType: 'image/png',
      tag,
      async open() {
        const content = await maps.fetch(tag, { context: () => capacity.maps.run(viewer, draw) });
        return content ? { content, length: content.length } : null;
      },
    };
  };

  app.get('/media/map/:kind/:id/:viewer/:size/:version', async (request, response) => {
    const { id, viewer, size } = request.params;
    const kind = request.params.kind as MapKind;
    const thing = isMediaUrl(surroundings, request.originalUrl)
      ? await mappedThings[kind].find(database, Number(viewer), Number(id))
      : undefined;
    const map = thing && thing.polyline !== '' ? mapOf(kind, thing, size, viewer) : null;
    await sendMedia(request, response, map).catch((error: unknown) => answerBusy(response, error));
  });
}
