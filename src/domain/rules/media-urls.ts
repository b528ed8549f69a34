import { LRUCache } from 'lru-cache';
import type { UrlSigner } from './signed-url.ts';
import { declareBound } from '../../platform/bounds.ts';

const day = 24 * 60 * 60 * 1000;
/** The interface's name for what makes such a URL work (Workout, `static_map_url`). */
const parameter = 'access_key';

interface Signing {
  publicUrl: string;
  signer: UrlSigner;
  now(): Date;
}

/** What the file at a path is made of, and how the end of its URL is made of that. */
interface Versioned {
  content: string;
  versionOf(content: string): string;
}

/**
 * An absolute URL of a file that is fetched without a key. It ends between one and two days from now, at a day's end: all
 * day long the same URL is handed out, so that phones find it in their caches. What it shows, and to whom, is its path;
 * whether that person may still see it is looked up when it is fetched.
 * @param versioned if the file changes although its path does not; its URL then ends with a version
 */
export function mediaUrl(context: Signing, path: string, versioned?: Versioned): string {
  const { signer, publicUrl } = context;
  const until = lastMoment(context.now());
  const content = versioned?.content ?? '';
  const urls = urlsOf(signer);
  const known = urls.get(path);
  if (known?.until === until && known.content === content) return known.url;
  const whole = versioned ? `${path}/${versioned.versionOf(content)}` : path;
  const url = publicUrl + signer.sign(whole, new Date(until), parameter);
  urls.set(path, { until, content, url });
  return url;
}

const bound = declareBound(import.meta.url, {
  name: 'signed_urls',
  holds: 'signed URLs of pictures, tracks and maps, with their paths and with the lines of the maps',
  limit: 16_000_000,
  unit: 'characters',
  share: 'None: whoever fills it makes others compute again what it holds, at their usual cost.',
  beyond:
    'The least recently used URL is evicted, and signed again when it is next needed. The result is the same all day.',
});

/** A URL that was signed, until when it is handed out, and the content of its version. */
interface Known {
  until: number;
  content: string;
  url: string;
}

/** What each signer has signed, by path: lists show the same pictures all day long. */
const remembered = new WeakMap<UrlSigner, LRUCache<string, Known>>();

function urlsOf(signer: UrlSigner) {
  let urls = remembered.get(signer);
  if (!urls) {
    const made = new LRUCache<string, Known>({
      maxSize: bound.limit,
      sizeCalculation: ({ content, url }, path) => path.length + content.length + url.length,
    });
    remembered.set(signer, (urls = made));
    bound.watch(() => made.calculatedSize);
  }
  return urls;
}

/** Whether a request's URL (path and query) is one that we handed out and that has not ended. */
export function isMediaUrl({ signer, now }: Pick<Signing, 'signer' | 'now'>, url: string): boolean {
  return signer.verify(url, now(), parameter);
}

function lastMoment(now: Date): number {
  return (Math.floor(now.getTime() / day) + 2) * day;
}

/** The URL of a user's profile picture, in pixels square: the same for everybody. */
export function profilePictureUrl(context: Signing, userId: number, imageKey: string, size: '225' | '48'): string {
  return mediaUrl(context, `/media/profile/${userId}/${imageKey}/${size}`);
}
