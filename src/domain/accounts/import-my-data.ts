import { randomBytes, randomUUID } from 'node:crypto';
import type { JobQueue, Jobs } from '../../platform/jobs/jobs.ts';
import { Failure, invalid } from '../../errors.ts';
import { viewerOf } from '../context.ts';
import type { Context, ProcessContext } from '../context.ts';
import type { Page } from '../../platform/database/loader.ts';
import type { ImportWishes } from './data-import.entity.ts';
import { momentOf } from '../rules/moment.ts';
import {
  cancelImport,
  dropArchive,
  forgetImport,
  importOfUser,
  resultsOfImport,
  insertImport,
  lockOwnImport,
  startImport,
  endForgottenImports,
  sweepImports,
} from './data-import.queries.ts';
import type { ImportResultRow, ImportRow } from './data-import.queries.ts';

/** The path at which archives are received. It is followed by the id of the import. */
export const archivesPath = '/media/archive';

/** How long an upload may begin, in milliseconds. */
const patience = 60 * 60_000;

/** The import that a job goes on with. */
interface ImportJob {
  importId: string;
}

/** The queue of imports. A job that fails is repeated for about a day. */
export function dataImports(jobs: Jobs): Promise<JobQueue<ImportJob>> {
  return jobs.queue('import-data', { firstDelaySeconds: 5, longestDelaySeconds: 3600, limit: 40 });
}

/**
 * Issues a URL that accepts the bytes of one archive, of `exportMyData` or of another service. It replaces one that was issued before.
 * @throws Failure RATE_LIMITED, also while an import of the viewer is not over
 */
export async function prepareDataImport(
  context: Context,
): Promise<{ uploadId: string; uploadUrl: string; expiresDate: string }> {
  const { id: userId } = viewerOf(context);
  await context.budget.spend('dataImport');
  const uploadId = randomBytes(16).toString('hex');
  const expires = new Date(context.now().getTime() + patience);
  await context.database.transaction(async (tx) => {
    await tx.all(forgetImport, [userId]);
    if (!(await tx.one(insertImport, [uploadId, userId, expires])))
      throw new Failure('RATE_LIMITED', 'An import of yours is not over yet: wait until it is done, or cancel it.', {
        retryAfter: 60,
      });
  });
  return {
    uploadId,
    uploadUrl: context.publicUrl + context.signer.sign(`${archivesPath}/${uploadId}`, expires),
    expiresDate: momentOf(expires.getTime()),
  };
}

/**
 * Begins to bring an uploaded archive into the account of the viewer, in a job. A second call returns the same import.
 * @param wishes what is left out or null: private, with what is no run
 * @throws Failure NOT_FOUND for uploads of others, INVALID when no archive was uploaded yet
 */
export async function importMyData(
  context: Context,
  uploadId: string,
  { privacy, onlyRuns }: { [Wish in keyof ImportWishes]?: ImportWishes[Wish] | null },
): Promise<ImportRow> {
  const { id: userId } = viewerOf(context);
  await context.database.transaction(async (tx) => {
    const prepared = await tx.one(lockOwnImport, [uploadId, userId]);
    if (!prepared) throw new Failure('NOT_FOUND');
    if (prepared.state !== 'prepared') return;
    if (!prepared.isUploaded) throw invalid('uploadId', 'nothing has been uploaded to it yet');
    await tx.all(startImport, [uploadId, context.now(), privacy ?? 'private', onlyRuns ?? false]);
    await context.integrations.dataImports.add(await tx.em(), randomUUID(), { importId: uploadId });
  });
  const begun = await findDataImport(context);
  if (!begun) throw new Failure('NOT_FOUND');
  return begun;
}

/**
 * Ends the import of the viewer and removes its archive. What came in stays; a job that goes on with it notices before the next
 * thing. One that is over stays as it is. @throws Failure NOT_FOUND without an import
 */
export async function cancelMyDataImport(context: Context): Promise<ImportRow> {
  const { id: userId } = viewerOf(context);
  await context.database.transaction(async (tx) => {
    const cancelled = await tx.one(cancelImport, [userId, context.now()]);
    // Its parts are looked for once nobody adds any.
    if (cancelled) await tx.all(dropArchive, [cancelled.id]);
  });
  const latest = await findDataImport(context);
  if (!latest) throw new Failure('NOT_FOUND');
  return latest;
}

/** The latest import of the viewer, or null. */
export async function findDataImport(context: Context): Promise<ImportRow | null> {
  return (await context.database.one(importOfUser, [viewerOf(context).id])) ?? null;
}

/** A page of what became of the things in the archive of an import of the viewer, in their order. */
export function listImportResults(context: Context, importId: string, page: Page): Promise<ImportResultRow[]> {
  return resultsOfImport.page(context.database, [importId, viewerOf(context).id], page);
}

/** Removes imports that were prepared and never begun, and those that have been over for a month. */
export async function sweepDataImports({ database, now }: Pick<ProcessContext, 'database' | 'now'>): Promise<void> {
  await database.unhurried.all(endForgottenImports, [now()]);
  await database.unhurried.all(sweepImports, [now()]);
}
