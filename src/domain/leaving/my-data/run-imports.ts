import { randomUUID } from 'node:crypto';
import { OneTransaction } from '../../../platform/database/one-transaction.ts';
import { Failure, failureOf, serviceFailures } from '../../../errors.ts';
import { allScopes } from '../../rules/scopes.ts';
import {
  addProgress,
  beginImport,
  countImport,
  endImport,
  lockProgress,
  partOfImport,
  tellProgress,
} from '../../accounts/data-import.queries.ts';
import type { ImportRow } from '../../accounts/data-import.queries.ts';
import type { ImportState, ImportWishes, RefusedPart } from '../../accounts/data-import.entity.ts';
import { makeContext } from '../../context.ts';
import type { Context, ProcessContext } from '../../context.ts';
import { CallerBudgets, unlimited } from '../../rules/rates.ts';
import { lockStats } from '../../workouts/stats-updates.ts';
import { beginningOf } from '../../../platform/text.ts';
import { BundleRefused } from '../../../platform/archives/refused.ts';
import { Archive } from './archive.ts';
import { bringFace, bringPicture } from './bring-picture.ts';
import { bringPreferences, bringProfile } from './bring-person.ts';
import { bringRecording } from './bring-recording.ts';
import { bringRoute } from './bring-route.ts';
import { bringRun } from './bring-run.ts';
import { beSilent } from '../../taking-over/silence.ts';
import { sentenceOf } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { itemsOf } from './read-archive.ts';
import type { Item } from './plan.ts';

/** How long a job goes on with an import before another one does, in milliseconds; pg-boss gives it up after 15 minutes. */
const sliceMs = 8 * 60_000;
/** How often the owner is told how far an import is, in milliseconds. */
const tellingMs = 1000;
/** How often processes may end at the same thing, before it is left out. */
const mostStuck = 4;

/** Another process is further, the import was cancelled, or the account was deleted. */
class Overtaken extends Error {}

/** Runs the imports of this process. */
export async function startDataImports(processContext: ProcessContext): Promise<void> {
  await processContext.integrations.dataImports.work(async (_id, { importId }) => {
    const begun = await processContext.database.one(beginImport, [importId]);
    if (begun) await goOn(processContext, begun);
  });
}

/** Goes on with an import from where it is, each thing in a transaction with its progress. */
async function goOn(processContext: ProcessContext, begun: ImportRow): Promise<void> {
  const { database, integrations } = processContext;
  const end = (state: ImportState, reason: string | null) =>
    database.all(endImport, [begun.id, state, reason?.slice(0, 500) ?? null, processContext.now()]);
  const until = performance.now() + sliceMs;
  // Processes that end at one thing leave it out sooner, so these have not come as far as the first one.
  if (begun.stuck > 2 * mostStuck) return void (await end('refused', 'The archive could not be read, several times.'));
  try {
    await using archive = await Archive.open(partsOf(processContext, begun.id));
    const items = await itemsOf(archive, begun);
    await database.all(countImport, [begun.id, items.length]);
    let { done, workoutId } = begun;
    let told = performance.now();
    for (; done < items.length; done++) {
      if (performance.now() > until) {
        await database.transaction(async (tx) =>
          integrations.dataImports.add(await tx.em(), randomUUID(), { importId: begun.id }),
        );
        return;
      }
      const isStuck = done === begun.done && begun.stuck > mostStuck;
      const came = await bringOne(processContext, begun, { item: items[done]!, done, workoutId, isStuck }, archive);
      if (came.workoutId !== undefined) workoutId = came.workoutId === 0 ? null : came.workoutId;
      if (performance.now() - told < tellingMs) continue;
      await database.all(tellProgress, [begun.id]);
      told = performance.now();
    }
    await end('done', null);
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (!(error instanceof BundleRefused)) throw error;
    await end('refused', error.message);
  }
}

/** The archive as it was sent. */
async function* partsOf({ database }: ProcessContext, importId: string): AsyncGenerator<Uint8Array, void, undefined> {
  for (let index = 0; ; index++) {
    const part = await database.one(partOfImport, [importId, index]);
    if (!part) return;
    yield part.content;
  }
}

interface Step {
  item: Item;
  /** Its index in the plan. */
  done: number;
  workoutId: number | null;
  /** Whether processes have ended at it again and again. */
  isStuck: boolean;
}

/** Brings one thing in. It and the progress are one transaction, so it comes in once however often this is tried. */
async function bringOne(
  processContext: ProcessContext,
  { id, userId, ...wishes }: ImportRow,
  { item, done, workoutId, isStuck }: Step,
  archive: Archive,
): Promise<Outcome> {
  const together = new OneTransaction(processContext.database, async (tx) => {
    await tx.all(beSilent, []);
    // As everything that changes runs, so that no two transactions wait for each other.
    await tx.all(lockStats, [userId]);
    if (!(await tx.one(lockProgress, [id, done]))) throw new Overtaken();
  });
  const progress = ({ kind, workoutId: run, refused = [], notes = [] }: Outcome) => {
    const counts = [kind === 'added' ? 1 : 0, kind === 'duplicate' ? 1 : 0, refused.length];
    const reasons = beginningOf([...refused.map(({ reason }) => reason), ...notes].join(' '), 1000);
    return [
      id,
      done,
      ...counts,
      JSON.stringify(refused),
      run ?? null,
      beginningOf(nameOf(item), 300),
      kind,
      reasons || null,
    ];
  };
  try {
    const outcome = isStuck
      ? refusal(item, new Failure('INVALID', 'It could not be read, several times.'))
      : await bring(contextFor(processContext, userId, together), archive, item, workoutId, wishes);
    await together.finish(async (tx) => {
      if (!(await tx.one(addProgress, progress(outcome)))) throw new Overtaken();
    });
    return outcome;
  } catch (error) {
    await together.abandon();
    const failure = error instanceof Overtaken ? null : failureOf(error);
    if (!failure || passes(failure)) throw error;
    const outcome = refusal(item, failure);
    if (!(await processContext.database.one(addProgress, progress(outcome)))) throw new Overtaken();
    return outcome;
  }
}

/** Whether the job is tried again. */
const passes = ({ code }: Failure) => code === 'RATE_LIMITED' || serviceFailures.has(code);

/** The context of the owner, whose key is not needed any more. */
function contextFor(processContext: ProcessContext, userId: number, database: OneTransaction): Context {
  const nobodyElse = { username: '', email: '', isStaff: false, keyId: 0, expiresMs: null, usedMs: null };
  const viewer = { ...nobodyElse, id: userId, scopes: allScopes };
  return makeContext(
    processContext,
    viewer,
    new CallerBudgets(unlimited, null, 'import'),
    'import',
    'graphql',
    database,
  );
}

function bring(
  context: Context,
  archive: Archive,
  item: Item,
  workoutId: number | null,
  wishes: ImportWishes,
): Promise<Outcome> {
  switch (item.kind) {
    case 'preferences':
      return bringPreferences(context, archive);
    case 'profile':
      return bringProfile(context, archive);
    case 'face':
      return bringFace(context, archive, nameOf(item));
    case 'run':
      return bringRun(context, archive, item);
    case 'recording':
      return bringRecording(context, archive, item, { privacy: wishes.privacy, onlyRuns: wishes.onlyRuns });
    case 'route':
      return bringRoute(context, item.route, item.ofRun, item.ofRun && workoutId);
    case 'picture':
      return bringPicture(context, archive, item, workoutId);
    case 'broken':
      return Promise.resolve({ kind: 'refused', refused: [item.refused] });
  }
}

/** A thing that did not come in. What follows a run that did not come in belongs to none. */
function refusal(item: Item, failure: Failure): Outcome {
  const refused: RefusedPart[] = [{ file: nameOf(item), reason: sentenceOf(failure.message) }];
  return { kind: 'refused', refused, ...(item.kind === 'run' && { workoutId: 0 }) };
}

/** The file of the archive that has a thing. */
function nameOf(item: Item): string {
  switch (item.kind) {
    case 'preferences':
      return 'preferences.json';
    case 'profile':
      return 'profile.json';
    case 'face':
      return 'profile-picture.jpg';
    case 'run':
      return item.gpx ?? `${item.list}, run ${item.run.id}`;
    case 'route':
      return `routes.json, route ${item.route.id}`;
    case 'recording':
    case 'picture':
      return item.file;
    case 'broken':
      return item.refused.file;
  }
}
