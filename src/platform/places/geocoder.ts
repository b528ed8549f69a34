import { distance } from 'geokdbush';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { fetchJson } from '../social/bounded-json.ts';
import { reverseReply, searchReply } from './geocoder-replies.ts';
import { isPlaceOnEarth, mayBePlace, townReach } from './places.ts';
import type { Place, Places } from './places.ts';

/** How patient we are with the geocoder, in milliseconds. */
interface GeocoderTimes {
  /** For a whole answer, waiting for one's turn included. */
  answer: number;
  /** How long it is left alone after it failed `mostFailures` times in a row. */
  rest: number;
}

const patience: GeocoderTimes = { answer: 3000, rest: 30_000 };
const mostFailures = 3;
const concurrentRequests = 4;
/** What it said is remembered for a day. */
const remembered = { max: 10_000, ttl: 24 * 60 * 60 * 1000 };
/** The degrees that places are told apart by: about 100 m. */
const degreesKept = 3;

/**
 * Places from a geocoder that speaks Nominatim's HTTP (decisions R18): `/search` and `/reverse` below `base`, whose query,
 * if any, goes with each call. What it does not know, and all it is asked while it is down, slow or talks nonsense, is
 * answered by `fallback`.
 */
export function makeGeocoder(
  base: string,
  fallback: Places,
  log: Pick<Logger, 'warn'>,
  times: GeocoderTimes = patience,
): Places {
  const lane = pLimit(concurrentRequests);
  let failures = 0;
  let restingUntil = 0;

  /** The value of a call. @throws Error when there is none */
  async function call<Reply>(path: string, values: Record<string, string>, reply: z.ZodType<Reply>): Promise<Reply> {
    const url = new URL(base);
    url.pathname = url.pathname.replace(/\/*$/, `/${path}`);
    for (const [key, value] of Object.entries({ ...values, format: 'jsonv2', addressdetails: '1' }))
      url.searchParams.set(key, value);
    const signal = AbortSignal.timeout(times.answer);
    const { status, value } = await lane(() => fetchJson(url, { signal, headers: { 'User-Agent': 'Runners' } }));
    if (status !== 200) throw new Error(`status ${status}`);
    const read = reply.safeParse(value);
    // Not zod's own message: it may show what was answered, and that is where somebody lives.
    if (!read.success) throw new Error('not the JSON of a geocoder');
    return read.data;
  }

  /** Null when it knows of none, or cannot be asked: only the first is remembered. */
  const known = new LRUCache<string, { place: Place | null }, () => Promise<Place | null>>({
    ...remembered,
    fetchMethod: async (_key, _stale, { context: request }) => {
      if (Date.now() < restingUntil) return undefined;
      try {
        const place = await request();
        failures = 0;
        return { place };
      } catch (error) {
        failures += 1;
        const { message, cause } = error as Error & { cause?: { code?: string } };
        log.warn({ why: cause?.code ?? message }, 'the geocoder could not be used');
        if (failures >= mostFailures) restingUntil = Date.now() + times.rest;
        return undefined;
      }
    },
    ignoreFetchAbort: true,
  });
  const answered = async (key: string, request: () => Promise<Place | null>) =>
    (await known.fetch(key, { context: request }))?.place ?? null;

  return {
    async find(name) {
      if (!mayBePlace(name)) return null;
      const q = name.trim().replaceAll(/\s+/g, ' ');
      const place = await answered(`name ${q.toLowerCase()}`, () => call('search', { q, limit: '1' }, searchReply));
      return place ?? fallback.find(name);
    },
    async nearest(latitude, longitude) {
      if (!isPlaceOnEarth(latitude, longitude)) return null;
      const [lat, lon] = [latitude.toFixed(degreesKept), longitude.toFixed(degreesKept)];
      const place = await answered(`at ${lat},${lon}`, async () => {
        const town = await call('reverse', { lat, lon, zoom: '10' }, reverseReply);
        const isNear = town && distance(longitude, latitude, town.longitude, town.latitude) <= townReach;
        return isNear && town.name !== '' ? town : null;
      });
      return place ?? fallback.nearest(latitude, longitude);
    },
  };
}
