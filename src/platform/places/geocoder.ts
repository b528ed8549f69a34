import { distance } from 'geokdbush';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { fetchJson } from '../social/bounded-json.ts';
import { reverseReply, searchReply } from './geocoder-replies.ts';
import { isPlaceOnEarth, mayBePlace, notLookedUp, townReach } from './places.ts';
import type { Place, Places } from './places.ts';
import { declareBound } from '../bounds.ts';

/** Timeouts of the geocoder, in milliseconds. */
interface GeocoderTimes {
  /** For an answer, including the time in the queue. */
  answer: number;
  /** How long it is not used after `mostFailures` successive failures. */
  rest: number;
}

const patience: GeocoderTimes = { answer: 3000, rest: 30_000 };
const mostFailures = 3;
const concurrentRequests = 4;
const bound = declareBound(import.meta.url, {
  name: 'geocoder_answers',
  holds: 'answers of the geocoder, each for one day',
  limit: 10_000,
  unit: 'answers',
  share: 'None: whoever fills it makes others compute again what it holds, at their usual cost.',
  beyond: 'The least recently used answer is evicted.',
});
const heldCalls = declareBound(import.meta.url, {
  name: 'geocoder_calls',
  holds: 'waiting requests to the geocoder; four are sent at the same time',
  limit: 1000,
  unit: 'requests',
  share: 'Calls come from requests and expensive work, whose gates have shares.',
  beyond: 'The included gazetteer is used instead.',
});
/** Its answers are cached for a day. */
const remembered = { max: bound.limit, ttl: 24 * 60 * 60 * 1000 };
/** The resolution of cached places in degrees: about 100 m. */
const degreesKept = 3;

/**
 * Places from a geocoder with the HTTP API of Nominatim (decisions R18): `/search` and `/reverse` below `base`, whose
 * query, if any, is added to each request. `fallback` answers what the geocoder does not know, and everything while it
 * is down, slow or returns invalid answers.
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

  /** Returns the answer to a request. @throws Error when there is none */
  async function call<Reply>(path: string, values: Record<string, string>, reply: z.ZodType<Reply>): Promise<Reply> {
    const url = new URL(base);
    url.pathname = url.pathname.replace(/(?<!\/)\/*$/, `/${path}`);
    for (const [key, value] of Object.entries({ ...values, format: 'jsonv2', addressdetails: '1' }))
      url.searchParams.set(key, value);
    const signal = AbortSignal.timeout(times.answer);
    const { status, value } = await lane(() => fetchJson(url, { signal, headers: { 'User-Agent': 'Runners' } }));
    if (status !== 200) throw new Error(`status ${status}`);
    const read = reply.safeParse(value);
    // The message of zod is not used, because it may quote the answer, which is where somebody lives.
    if (!read.success) throw new Error('not the JSON of a geocoder');
    return read.data;
  }

  /** Null when the geocoder knows no place or is not available. Only the first is cached. */
  const known = new LRUCache<string, { place: Place | null }, () => Promise<Place | null>>({
    ...remembered,
    fetchMethod: async (_key, _stale, { context: request }) => {
      if (Date.now() < restingUntil || lane.pendingCount >= heldCalls.limit) return undefined;
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
  bound.watch(() => known.size);
  heldCalls.watch(() => lane.pendingCount);
  /** The place that the geocoder or else the gazetteer knows. Unknown is only what both have answered for. */
  async function answered(key: string, request: () => Promise<Place | null>, otherwise: () => Promise<Place | null>) {
    const answer = await known.fetch(key, { context: request });
    const place = answer?.place ?? (await otherwise());
    if (!answer && !place) throw notLookedUp();
    return place;
  }

  return {
    async find(name) {
      if (!mayBePlace(name)) return null;
      const q = name.trim().replaceAll(/\s+/g, ' ');
      const ask = () => call('search', { q, limit: '1' }, searchReply);
      return answered(`name ${q.toLowerCase()}`, ask, () => fallback.find(name));
    },
    async nearest(latitude, longitude) {
      if (!isPlaceOnEarth(latitude, longitude)) return null;
      const [lat, lon] = [latitude.toFixed(degreesKept), longitude.toFixed(degreesKept)];
      const ask = async () => {
        const town = await call('reverse', { lat, lon, zoom: '10' }, reverseReply);
        const isNear = town && distance(longitude, latitude, town.longitude, town.latitude) <= townReach;
        return isNear && town.name !== '' ? town : null;
      };
      return answered(`at ${lat},${lon}`, ask, () => fallback.nearest(latitude, longitude));
    },
  };
}
