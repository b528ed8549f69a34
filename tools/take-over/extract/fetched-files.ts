import { hash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileSource } from './copy-files.ts';
import type { Place } from './place-of-files.ts';

/** What fetching one file may take. Tests shorten it. */
export const fetching = {
  /** Bytes. The largest file that a bundle may have. */
  most: 64 * 1024 * 1024,
  /** Milliseconds for the whole of it, and between two parts. */
  whole: 10 * 60_000,
  silence: 30_000,
  /** Milliseconds before each further attempt where the other side is overloaded or can't be reached. */
  pauses: [1000, 5000],
  redirects: 5,
};

/** The answers after which it is worth to ask again. */
const passing = new Set([408, 429, 500, 502, 503, 504]);

/** Why a file was not fetched. */
class NotFetched extends Error {
  /** Whether it may be there later. */
  readonly isPassing: boolean;
  constructor(message: string, isPassing = false) {
    super(message);
    this.isPassing = isPassing;
  }
}

/**
 * Files at the places that the operator names, and nowhere else. Each is fetched into a folder under a name of its own, in which it is whole or
 * absent, and is not fetched again while the other side says that it is the same.
 */
export function fetchedFiles(places: readonly Place[], folder: string): FileSource {
  let begun: Promise<void> | undefined;
  return {
    async find(name) {
      const url = places.map((place, i) => place.urlOf(name, i === 0)).find((one) => one !== null);
      if (!url) return 'no --files names this address';
      const path = join(folder, hash('sha256', url));
      await (begun ??= begin(folder));
      try {
        for (const pause of [...fetching.pauses, null])
          try {
            await fetchTo(path, url, places);
            break;
          } catch (error) {
            if (!(error instanceof NotFetched && error.isPassing) || pause === null) throw error;
            await sleep(pause);
          }
        return { path, isOurs: true };
      } catch (error) {
        if (error instanceof NotFetched) return error.message;
        throw error;
      }
    },
  };
}

/** Makes the folder, and removes what processes that were killed have left: a fetch that is so old has ended. */
async function begin(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.part'))) {
    const there = await stat(join(folder, name)).catch(() => null);
    if (there && Date.now() - there.mtimeMs > fetching.whole) await rm(join(folder, name), { force: true });
  }
}

/** Brings a file up to date, or throws NotFetched. */
async function fetchTo(path: string, url: string, places: readonly Place[]): Promise<void> {
  const there = await stat(path).catch(() => null);
  const given = new AbortController();
  const timer = {
    silence: setTimeout(() => given.abort(), fetching.silence),
    whole: setTimeout(() => given.abort(), fetching.whole),
  };
  const part = `${path}.${randomUUID()}.part`;
  try {
    const answer = await answerOf(url, places, there?.mtime, given.signal);
    if (answer.status === 304 && there) return;
    if (!answer.body) throw new NotFetched('the answer has no body');
    let bytes = 0;
    const counted = async function* (parts: AsyncIterable<Buffer>) {
      for await (const one of parts) {
        timer.silence.refresh();
        bytes += one.length;
        if (bytes > fetching.most) throw new NotFetched(`it has more than ${fetching.most / 1024 / 1024} MiB`);
        yield one;
      }
    };
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), counted, createWriteStream(part, { flags: 'wx' }));
    const changed = new Date(answer.headers.get('last-modified') ?? Number.NaN);
    // What does not say when it was changed is fetched again, because no file is as old as that.
    const time = Number.isNaN(changed.getTime()) ? new Date(0) : changed;
    await utimes(part, time, time);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw notFetched(error, given.signal.aborted);
  } finally {
    clearTimeout(timer.silence);
    clearTimeout(timer.whole);
  }
}

/** The answer with the file, or the one that says that it has not changed. Redirects are followed within the places. */
async function answerOf(url: string, places: readonly Place[], since: Date | undefined, signal: AbortSignal) {
  let at = url;
  for (let i = 0; i <= fetching.redirects; i++) {
    const place = places.find(({ has }) => has(at));
    if (!place) throw new NotFetched(`it leads to ${at}, which no --files names`);
    const answer = await fetch(await place.requestOf(at, since), { redirect: 'manual', signal });
    if (answer.ok || answer.status === 304) return answer;
    await answer.body?.cancel();
    const next = answer.status < 400 ? answer.headers.get('location') : null;
    if (next === null || !URL.canParse(next, at))
      throw new NotFetched(`the answer was ${answer.status}`, passing.has(answer.status));
    at = new URL(next, at).href;
  }
  throw new NotFetched(`it has more than ${fetching.redirects} redirects`);
}

/** What a failure says of the file. What is wrong here, such as a full disk, is no reason to leave it out. */
function notFetched(error: unknown, isLate: boolean): unknown {
  if (error instanceof NotFetched) return error;
  if (isLate) return new NotFetched('it took too long', true);
  // The standard library of the web has a TypeError for each failure of a connection.
  const { cause } = error as { cause?: NodeJS.ErrnoException };
  return error instanceof TypeError
    ? new NotFetched(`the connection failed (${cause?.code ?? cause?.message ?? error.message})`, true)
    : error;
}
