import { LRUCache } from 'lru-cache';
import type { Context, Surroundings } from './context.ts';
import type { UrlSigner } from './signed-url.ts';

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
  return context.publicUrl + context.signer.sign(path, new Date(lastMoment(context.now())), parameter);
}

/** Whether a request's URL (path and query) is one that we handed out and that has not ended. */
export function isMediaUrl({ signer, now }: Pick<Surroundings, 'signer' | 'now'>, url: string): boolean {
  return signer.verify(url, now(), parameter);
}

function lastMoment(now: Date): number {
  return (Math.floor(now.getTime() / day) + 2) * day;
}

/** A profile picture's two URLs. */
export interface ProfileUrls {
  until: number;
  '225': string;
  '48': string;
}

/** Every user object carries them, so each is signed once a day and not once an object. */
const remembered = new WeakMap<UrlSigner, LRUCache<string, ProfileUrls>>();

/** The URLs of a user's profile picture: the same for everybody. */
export function profileUrls(context: Signing, userId: number, imageKey: string): ProfileUrls {
  let urls = remembered.get(context.signer);
  if (!urls) remembered.set(context.signer, (urls = new LRUCache({ max: 20_000 })));
  const until = lastMoment(context.now());
  const known = urls.get(imageKey);
  if (known?.until === until) return known;
  const url = (size: '225' | '48') => mediaUrl(context, `/media/profile/${userId}/${imageKey}/${size}`);
  const made = { until, '225': url('225'), '48': url('48') };
  urls.set(imageKey, made);
  return made;
}
