import type { LRUCache } from 'lru-cache';
import type { Context, Surroundings } from '../context.ts';
import type { UrlSigner } from './signed-url.ts';
import { declareBound } from '../../platform/bounds.ts';
import { countedCache } from '../../platform/counted-cache.ts';

const day = 24 * 60 * 60 * 1000;
/** The interface's name for what makes such a URL work (Workout, `static_map_url`). */
const parameter = 'access_key';

type Signing = Pick<Context, 'publicUrl' | 'signer'> & { now(): Date };

/**
 * An absolute URL of a file that is fetched without a key. It ends between one and two days from now, at a day's end: all
 * day long the same URL is handed out, so that phones find it in their caches. What it shows, and to whom, is its path;
 * whether that person may still see it is looked up when it is fetched.
 */
export function mediaUrl(context: Signing, path: string): string {
  const { signer, publicUrl } = context;
  const until = lastMoment(context.now());
  const urls = urlsOf(signer);
  const known = urls.get(path);
  if (known?.until === until) return publicUrl + known.signed;
  const signed = signer.sign(path, new Date(until), parameter);
  urls.set(path, { until, signed });
  return publicUrl + signed;
}

const held = declareBound(import.meta.url, {
  name: 'signed_urls',
  holds: 'signed URLs of pictures, tracks and maps, about 15 MB in total',
  limit: 30_000,
  unit: 'URLs',
  beyond:
    'The least recently used URL is evicted, and signed again when it is next needed. The result is the same all day.',
});

/** What each signer has signed, by path: lists show the same pictures all day long. all of them take some 15 MB. */
const remembered = new WeakMap<UrlSigner, LRUCache<string, { until: number; signed: string }>>();

function urlsOf(signer: UrlSigner) {
  let urls = remembered.get(signer);
  if (!urls) {
    const made = countedCache<string, { until: number; signed: string }>(held.limit);
    remembered.set(signer, (urls = made));
    held.watch(() => made.size);
  }
  return urls;
}

/** Whether a request's URL (path and query) is one that we handed out and that has not ended. */
export function isMediaUrl({ signer, now }: Pick<Surroundings, 'signer' | 'now'>, url: string): boolean {
  return signer.verify(url, now(), parameter);
}

function lastMoment(now: Date): number {
  return (Math.floor(now.getTime() / day) + 2) * day;
}

/** The URL of a user's profile picture, in pixels square: the same for everybody. */
export function profilePictureUrl(context: Signing, userId: number, imageKey: string, size: '225' | '48'): string {
  return mediaUrl(context, `/media/profile/${userId}/${imageKey}/${size}`);
}
