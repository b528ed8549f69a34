import type { Express } from 'express';
import { LRUCache } from 'lru-cache';
import type { ProcessContext } from '../../domain/context.ts';
import { answerBusy } from '../answer-busy.ts';
import { isMediaUrl } from '../../domain/rules/media-urls.ts';
import { sendMedia } from './send-media.ts';
import { drawMap } from '../../domain/maps/draw-map.ts';
import { mapVersion } from '../../domain/maps/map-url.ts';
import type { MapKind } from '../../domain/maps/map-url.ts';
import { mappedThings } from '../../domain/maps/mapped-things.ts';
import type { MappedThing } from '../../domain/maps/mapped-things.ts';
import { drawInTurn } from '../../request/pipeline.ts';
import { declareBound } from '../../platform/bounds.ts';

const bound = declareBound(import.meta.url, {
  name: 'maps',
  holds: 'drawn maps, several thousand of them',
  limit: 32 * 1024 * 1024,
  unit: 'bytes',
  share: 'None: whoever fills it makes others compute again what it holds, at their usual cost.',
  beyond: 'The least recently used map is evicted, and drawn again when it is next requested.',
});

/** Serves static maps through their signed URLs. Each time, it is checked whether the user may still see the object. */
export function serveMaps(app: Express, processContext: ProcessContext): void {
  const { database } = processContext;
  const maps = new LRUCache<string, Buffer, () => Promise<Buffer | undefined>>({
    maxSize: bound.limit,
    sizeCalculation: ({ length }) => length,
    // Simultaneous requests for the same map share one drawing.
    fetchMethod: (_key, _stale, { context: draw }) => draw(),
    ignoreFetchAbort: true,
  });

  bound.watch(() => maps.calculatedSize);

  const mapOf = (kind: MapKind, thing: MappedThing, size: string) => {
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
        const content = await maps.fetch(tag, { context: draw });
        return content ? { content, length: content.length } : null;
      },
    };
  };

  app.get('/media/map/:kind/:id/:viewer/:size/:version', async (request, response) => {
    const { id, viewer, size } = request.params;
    const kind = request.params.kind as MapKind;
    const isOurs = isMediaUrl(processContext, request.originalUrl);
    const answer = async () => {
      if (response.destroyed) return;
      const thing = isOurs ? await mappedThings[kind].find(database, Number(viewer), Number(id)) : undefined;
      await sendMedia(request, response, thing && thing.polyline !== '' ? mapOf(kind, thing, size) : null);
    };
    // A line can have a megabyte, so it is read only when it is the turn of the viewer.
    await drawInTurn(processContext, request, viewer, answer).catch((error: unknown) => answerBusy(response, error));
  });
}
