import { randomBytes } from 'node:crypto';
import { register } from '../domain/accounts/register.ts';
import { allScopes } from '../domain/rules/scopes.ts';
import { makeContext } from '../domain/context.ts';
import type { Context, ProcessContext } from '../domain/context.ts';
import { updatePreferences } from '../domain/people/update-preferences.ts';
import { updateProfile } from '../domain/people/update-profile.ts';
import { seedDemoEvent } from './demo-events.ts';
import type { DemoEventCast } from './demo-events.ts';
import { CallerBudgets, unlimited } from '../domain/rules/rates.ts';
import { seedDemoRoutes } from './demo-routes.ts';
import type { DemoRouteSource } from './demo-routes.ts';
import { recordWorkout } from '../domain/workouts/record-workout.ts';
import { keepDemoAccount, readDemoAccount } from './demo-account.ts';
import type { DemoAccount } from './demo-account.ts';
import { demoRoles } from './demo-people.ts';
import type { DemoRole } from './demo-people.ts';
import { drawPictures } from './demo-pictures.ts';
import { seedDemoComments } from './demo-comments.ts';
import type { PostedRun } from './demo-comments.ts';
import { seedDemoSafety } from './demo-safety.ts';
import { unmarkDemoStaff } from './demo-staff.ts';
import { demoFriends, demoRequests, demoRunners } from './demo-cast.ts';
import type { DemoRunner } from './demo-cast.ts';
import { demoRuns, endOf } from './demo-runs.ts';
import type { DemoRun } from './demo-runs.ts';
import { backdate, backdateNews, befriend, likePosts, mark, someUser } from './demo.queries.ts';
import { seedDemoTalk } from './demo-conversations.ts';
import { demoTrack, diceOf } from './demo-track.ts';
import type { Dice } from './demo-track.ts';
import type { Database } from '../platform/database/database.ts';
import type { Transaction } from '@runners/postgres';
import { kilogramsAPound } from '../domain/rules/units.ts';

/** The password of all demo accounts, generated each time the data are created (decisions N26). */
const password = randomBytes(12).toString('base64url');

/**
 * Fills an empty embedded database with demo data, through the operations that apps use and in one transaction. Returns
 * the demo account, also at later starts, or null if there are no demo data.
 * @param withStaff whether one of them is a staff account
 */
export async function seedDemo(
  processContext: ProcessContext,
  dataDir: string,
  withStaff = true,
): Promise<DemoAccount | null> {
  const { database } = processContext;
  if (database.kind !== 'embedded') return null;
  if (await database.one(someUser, [])) return readDemoAccount(database, dataDir, withStaff);
  return database.transaction(async (tx) => {
    const now = processContext.now();
    const contexts = await registerRunners(inside(processContext, tx), now);
    await seedDemoEvent(demoEventCast(contexts), now);
    await contextOf(contexts, 'demo').database.all(backdateNews, [daysBefore(now, 30)]);
    const posted = await recordRuns(contexts, now);
    await makeFriends(contexts, now);
    await seedDemoRoutes(routeSources(contexts, posted), contextOf(contexts, 'demo'));
    await seedDemoComments(posted, (name) => contextOf(contexts, name), now);
    await seedDemoTalk((name) => contextOf(contexts, name));
    await likeSome(contexts);
    await drawPictures((name) => contextOf(contexts, name));
    await seedDemoSafety((name) => contextOf(contexts, name));
    if (!withStaff) await unmarkDemoStaff(tx);
    const account = demoAccountOf(contexts, withStaff);
    // The file is written before the commit: a file without data is noticed at the next start, but data without the
    // file would never be.
    await keepDemoAccount(account, dataDir);
    return account;
  });
}

/** The context of each runner, by name, with the key of the registration. */
type Cast = Map<string, Context & { apiKey: string }>;

/** The context of the process with everything in this transaction and without external effects. */
function inside(processContext: ProcessContext, tx: Transaction): ProcessContext {
  const { integrations, database } = processContext;
  const transaction: Database['transaction'] = async (work) => {
    const result = await work(tx);
    await (await tx.em()).flush();
    return result;
  };
  return {
    ...processContext,
    database: { ...database, all: tx.all, one: tx.one, transaction },
    integrations: { ...integrations, mailer: { ...integrations.mailer, queue: async () => {} } },
  };
}

async function registerRunners(processContext: ProcessContext, now: Date): Promise<Cast> {
  const cast: Cast = new Map();
  const nobody = makeContext(processContext, null, new CallerBudgets(unlimited, null, 'demo'), 'demo data');
  for (const runner of demoRunners) {
    const { firstName, lastName } = runner.person;
    const email = `${runner.name}@example.com`;
    const signedIn = await register(nobody, { firstName, lastName, email, password });
    const viewer = {
      id: signedIn.userId,
      username: signedIn.username,
      email,
      isStaff: runner.role === 'staff',
      keyId: 0,
      scopes: allScopes,
      expiresMs: null,
      usedMs: null,
    };
    const context = makeContext(processContext, viewer, new CallerBudgets(unlimited, null, 'demo'), 'demo data');
    await describe(context, runner, now);
    cast.set(runner.name, Object.assign(context, { apiKey: signedIn.apiKey }));
  }
  return cast;
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString();
}

/** Sets profile, preferences and marks of one runner. */
async function describe(context: Context, { person, home, role }: DemoRunner, now: Date): Promise<void> {
  const id = context.viewer?.id ?? 0;
  const weight = person.kilograms && home.imperial ? person.kilograms / kilogramsAPound : person.kilograms;
  await updateProfile(context, id, {
    birthDate: person.born,
    gender: person.gender,
    weight,
    weightUnit: home.imperial ? 'pounds' : 'kilograms',
    ...(home.place ? { locationName: home.place, locationLat: home.latitude, locationLng: home.longitude } : {}),
  });
  await updatePreferences(context, id, {
    distance: home.imperial ? 'miles' : 'kilometers',
    elevation: home.imperial ? 'feet' : 'meters',
    timezone: home.timezone,
  });
  await context.database.one(mark, [id, daysBefore(now, 40 + id * 3), role === 'featured', role === 'staff']);
}

/** Runs are recorded in the order in which they ended, so that feeds are in chronological order. */
async function recordRuns(cast: Cast, now: Date): Promise<RecordedRun[]> {
  const dice = diceOf(42);
  const recorded: RecordedRun[] = [];
  for (const run of demoRuns(now)) {
    const { id, postId } = await recordWorkout(contextOf(cast, run.runner.name), workoutOf(run, dice));
    const postedMs = Math.min(endOf(run) + 300_000, now.getTime());
    recorded.push({ run, workoutId: id, postId: postId ?? 0, postedMs });
  }
  const dates = recorded.map(({ postedMs }) => new Date(postedMs).toISOString());
  await contextOf(cast, 'demo').database.all(backdate, [recorded.map(({ workoutId }) => workoutId), dates]);
  return recorded;
}

type RecordedRun = PostedRun & { workoutId: number };

/** The workouts from which routes are created: the first public run at each place. */
function routeSources(cast: Cast, recorded: readonly RecordedRun[]): DemoRouteSource[] {
  const sources = new Map<string, DemoRouteSource>();
  for (const { run, workoutId } of recorded) {
    const name = run.privacy === 'public' ? run.haunt?.name : undefined;
    if (name === undefined || sources.has(name)) continue;
    sources.set(name, { runner: contextOf(cast, run.runner.name), workoutId, name });
  }
  return [...sources.values()];
}

function workoutOf(run: DemoRun, dice: Dice) {
  const { title, body, type, privacy, startMs, meters, secondsAKilometer, haunt } = run;
  const common = {
    title,
    postBody: body,
    runDate: `${new Date(startMs).toISOString().slice(0, -1)}000Z`,
    runType: type,
    privacy,
  };
  if (!haunt) {
    const durationInSeconds = Math.round((meters / 1000) * secondsAKilometer);
    return { ...common, distanceInMeters: meters, durationInSeconds };
  }
  return {
    ...common,
    points: demoTrack(haunt, { meters, secondsAKilometer, startMs, intervals: type === 'Interval' }, dice),
  };
}

async function makeFriends(cast: Cast, now: Date): Promise<void> {
  const pairs = [
    ...demoFriends.map((pair) => ({ pair, accepted: true })),
    ...demoRequests.map((pair) => ({ pair, accepted: false })),
  ];
  for (const [i, { pair, accepted }] of pairs.entries()) {
    const [requester, requested] = pair.map((name) => contextOf(cast, name));
    const ago = accepted ? 38 - i : 4 - (i % 4);
    const date = new Date(now.getTime() - ago * 86_400_000 + i * 3_600_000).toISOString();
    if (requester && requested)
      await requester.database.all(befriend, [requester.viewer?.id ?? 0, requested.viewer?.id ?? 0, date, accepted]);
  }
}

async function likeSome(cast: Cast): Promise<void> {
  await contextOf(cast, 'demo').database.all(likePosts, []);
}

/** The creator, the participants and the sponsor of the demo event. */
function demoEventCast(cast: Cast): DemoEventCast {
  const named = (role: DemoRunner['role']) => demoRunners.find((runner) => runner.role === role)?.name ?? '';
  const runners = ['demo', ...(demoFriends[0] ?? []), ...(demoFriends[1] ?? [])];
  return {
    staff: contextOf(cast, named('staff')),
    runners: [...new Set(runners)].map((name) => contextOf(cast, name)),
    sponsor: contextOf(cast, named('featured')),
  };
}

function demoAccountOf(cast: Cast, withStaff: boolean): DemoAccount {
  const roles = Object.entries(demoRoles) as [DemoRole, string][];
  const people = roles
    .filter(([role]) => withStaff || role !== 'staff')
    .map(([role, name]) => {
      const { viewer, apiKey } = contextOf(cast, name);
      const firstName = demoRunners.find((runner) => runner.name === name)?.person.firstName ?? name;
      return { role, userId: viewer?.id ?? 0, username: viewer?.username ?? '', firstName, apiKey };
    });
  const { viewer, apiKey } = contextOf(cast, demoRoles.owner);
  const [userId, username] = [viewer?.id ?? 0, viewer?.username ?? ''];
  return { userId, username, email: `${demoRoles.owner}@example.com`, password, apiKey, people };
}

function contextOf(cast: Cast, name: string) {
  const context = cast.get(name);
  if (!context) throw new Error(`nobody in the demo data is called ${name}`);
  return context;
}
