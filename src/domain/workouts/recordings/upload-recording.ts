import { randomBytes } from 'node:crypto';
import { Failure, invalid } from '../../../errors.ts';
import { declareBound } from '../../../platform/bounds.ts';
import { viewerOf } from '../../context.ts';
import type { Context, ProcessContext } from '../../context.ts';
import { momentOf } from '../../rules/moment.ts';
import { lockStats } from '../stats-updates.ts';
import {
  fileOfUpload,
  fillUpload,
  forgetUploads,
  insertUpload,
  mostUploads,
  tryUpload,
} from './recording-upload.queries.ts';

/** The path at which recordings are received. It is followed by the id of the upload. */
export const recordingsPath = '/media/recording';

/** How long an upload may begin, in milliseconds. */
const patience = 15 * 60_000;

const bound = declareBound(import.meta.url, {
  name: 'recordings_stored',
  holds: 'uploaded recordings in the database that wait for `importRecording`, or are there for an hour after it',
  limit: 2048 * 1024 * 1024,
  unit: 'bytes',
  share: `A person has as much as ${mostUploads} uploads of 32 MiB, as which those count that are prepared.`,
  beyond: 'The upload is answered with BUSY (503 with `Retry-After`).',
});

/** The sentence for a URL that does not accept a recording, or no longer does. */
export const recordingEnded = 'There is no such upload, or its time is over: prepare a new one.';

/** Issues a URL that accepts the file of one recording. @throws Failure RATE_LIMITED */
export async function prepareRecordingUpload(
  context: Context,
): Promise<{ uploadId: string; uploadUrl: string; expiresDate: string }> {
  const { id: userId } = viewerOf(context);
  await context.budget.spend('upload');
  const uploadId = randomBytes(16).toString('hex');
  const now = context.now();
  const expires = new Date(now.getTime() + patience);
  const prepared = await context.database.transaction(async (tx) => {
    await tx.one(lockStats, [userId]);
    return tx.one(insertUpload, [uploadId, userId, expires, now]);
  });
  if (!prepared) throw new Failure('RATE_LIMITED', undefined, { retryAfter: patience / 1000 });
  return {
    uploadId,
    uploadUrl: context.publicUrl + context.signer.sign(`${recordingsPath}/${uploadId}`, expires),
    expiresDate: momentOf(expires.getTime()),
  };
}

/**
 * Counts an attempt to send a recording, before it is received.
 * @throws Failure NOT_FOUND when the upload does not exist, has expired or has no attempts left; BUSY
 */
export async function beginRecording(
  { database, now }: Pick<ProcessContext, 'database' | 'now'>,
  id: string,
  announced: number,
): Promise<void> {
  const upload = await database.one(tryUpload, [id, now()]);
  if (!upload) throw new Failure('NOT_FOUND', recordingEnded);
  if (upload.stored + announced > bound.limit) throw new Failure('BUSY', undefined, { retryAfter: 600 });
}

/** Keeps the file of an upload. The first one counts; the same bytes again have no effect. @throws Failure INVALID */
export async function receiveRecording(
  { database }: Pick<ProcessContext, 'database'>,
  id: string,
  bytes: Buffer,
): Promise<void> {
  if (!(await database.one(fillUpload, [id, bytes, bytes.length])))
    throw invalid('recording', 'another one has been uploaded here already: prepare a new upload');
}

/** The file of a recording, or the upload of the viewer to which it was sent. */
export interface SentRecording {
  recording?: Buffer | null | undefined;
  uploadId?: string | null | undefined;
}

/** @throws Failure INVALID unless there is exactly one of them */
export function checkSent({ recording, uploadId }: SentRecording): void {
  if ((recording == null) === (uploadId == null))
    throw invalid('recording', 'must be given, or else `uploadId`, and not both', 'REQUIRED');
}

/** Reads the file, which takes the memory for it. @throws Failure NOT_FOUND, INVALID */
export async function readSent(context: Context, { recording, uploadId: id }: SentRecording): Promise<Buffer> {
  if (recording != null) return recording;
  const upload = await context.database.one(fileOfUpload, [id ?? null, viewerOf(context).id]);
  if (!upload) throw new Failure('NOT_FOUND');
  if (!upload.content) throw invalid('uploadId', 'nothing has been uploaded to it yet');
  return Buffer.from(upload.content.buffer, upload.content.byteOffset, upload.content.byteLength);
}

/** Removes uploads that have ended. */
export async function sweepRecordingUploads({
  database,
  now,
}: Pick<ProcessContext, 'database' | 'now'>): Promise<void> {
  await database.unhurried.all(forgetUploads, [now()]);
}
