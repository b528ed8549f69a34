import { createHash } from 'node:crypto';
import { Failure, invalid } from '../../errors.ts';
import { declareBound } from '../../platform/bounds.ts';
import type { Caller } from '@runners/limits';
import { makeGate } from '../../platform/gates.ts';
import type { ProcessContext } from '../context.ts';
import { digestOfImport, dropParts, fillImport, insertPart, tryArchive } from './data-import.queries.ts';
import type { ArchiveAttempt } from './data-import.queries.ts';

const mebibyte = 1024 * 1024;
/** The largest archive in bytes. */
export const maxArchiveBytes = 512 * mebibyte;

const bounds = {
  stored: declareBound(import.meta.url, {
    name: 'archives_stored',
    holds: 'archives of `exportMyData` and of other services in the database that wait to come in',
    limit: 8192 * mebibyte,
    unit: 'bytes',
    share: 'A person has one archive, of at most 512 MiB.',
    beyond: 'The upload is answered with BUSY (503 with `Retry-After`).',
  }),
  arriving: declareBound(import.meta.url, {
    name: 'archives_arriving',
    holds: 'archives that are being received, each with up to 2 MiB in memory',
    limit: 8,
    unit: 'archives',
    share: { person: 1, address: 2, network: 4 },
    beyond: 'The upload is answered with BUSY (503 with `Retry-After`).',
  }),
};
const gate = makeGate({ atOnce: bounds.arriving.limit, shares: bounds.arriving.share, refusal: 'BUSY' });
bounds.arriving.watch(() => gate.running());

/** The sentence for a URL that does not accept an archive, or no longer does. */
export const archiveEnded = 'There is no such upload, or its time is over: prepare a new one.';

/**
 * Counts an attempt to send an archive, before it is received.
 * @param announced the announced number of bytes
 * @throws Failure NOT_FOUND when the upload does not exist, has expired or has no attempts left; BUSY
 */
export async function beginArchive(
  { database, now }: Pick<ProcessContext, 'database' | 'now'>,
  id: string,
  announced: number,
): Promise<ArchiveAttempt> {
  const attempt = await database.one(tryArchive, [id, now()]);
  if (!attempt) throw new Failure('NOT_FOUND', archiveEnded);
  if (attempt.stored + announced > bounds.stored.limit) throw new Failure('BUSY', undefined, { retryAfter: 600 });
  return attempt;
}

/**
 * Receives an archive in parts. The first PUT that has sent everything counts, which the database decides; the same bytes again
 * have no effect.
 * @param chunks ends with an error when the body was cut off
 * @throws Failure TOO_LARGE, BUSY, INVALID for bytes that differ from those of the first PUT; the errors of `chunks`
 */
export async function receiveArchive(
  { database }: Pick<ProcessContext, 'database'>,
  { id, userId, attempt, digest }: ArchiveAttempt,
  { address }: Caller,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const leave = gate.mustTake({ person: String(userId), address });
  const hash = createHash('sha256');
  let isKept = false;
  try {
    let size = 0;
    let index = 0;
    let gathered: Buffer[] = [];
    let gatheredBytes = 0;
    const store = async () => {
      const content = Buffer.concat(gathered, gatheredBytes);
      gathered = [];
      gatheredBytes = 0;
      if (!digest) await database.all(insertPart, [id, attempt, index++, content]);
    };
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxArchiveBytes)
        throw new Failure('TOO_LARGE', `The archive is too large: at most ${maxArchiveBytes} bytes are accepted.`);
      hash.update(chunk);
      gathered.push(chunk);
      gatheredBytes += chunk.length;
      if (gatheredBytes >= mebibyte) await store();
    }
    if (gatheredBytes > 0) await store();
    const sent = hash.digest();
    if (!digest) isKept = (await database.one(fillImport, [id, attempt, size, sent])) !== undefined;
    if (!isKept) mustEqual(digest ?? (await database.one(digestOfImport, [id]))?.digest, sent);
  } finally {
    leave();
    if (!isKept && !digest) await database.all(dropParts, [id, attempt]);
  }
}

function mustEqual(first: Uint8Array | null | undefined, sent: Buffer): void {
  if (!first) throw new Failure('NOT_FOUND', archiveEnded);
  if (!sent.equals(first)) throw invalid('archive', 'another one has been uploaded here already: prepare a new upload');
}
