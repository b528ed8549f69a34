import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { person } from './bundle-maker.ts';

/** A record of a bundle. */
export type Json = Record<string, unknown> & { id: number };

/** The fields of each file that have the id of another record, which goes with that one. */
const belongs = {
  users: {},
  friendships: { requester: 'users', user: 'users' },
  workouts: { user: 'users' },
  posts: { author: 'users', workout: 'workouts' },
  comments: { user: 'users', post: 'posts' },
  conversations: {},
  messages: { conversation: 'conversations' },
} as const;
export type File = keyof typeof belongs;
const files = Object.keys(belongs) as File[];
const ownersIn = (file: File) => Object.entries(belongs[file]) as [field: string, of: File][];

/** What a service has: records by their file and id. */
export type World = Readonly<Record<File, Map<number, Json>>>;

export const emptyWorld = () => Object.fromEntries(files.map((file) => [file, new Map()])) as unknown as World;
export const add = (world: World, file: File, record: Json) => void world[file].set(record.id, record);
export const allOf = (world: World, file: File) => [...world[file].values()];
export const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
export const pick = <One>(of: readonly One[]): One => of[Math.floor(Math.random() * of.length)]!;

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
export const keyOf = (id: number) => sha1(`key of ${id}`);
export const password = 'a password of old';
const at = (minutes: number) => new Date(Date.UTC(2014, 4, 1) + minutes * 60_000).toISOString();

/** Each record as the old service has it first. */
export const newRecord = {
  user: (id: number): Json => ({
    ...person(id),
    id,
    first_name: 'First',
    password: `sha1$x$${sha1(`x${password}`)}`,
    api_keys: [keyOf(id)],
  }),
  friendship: (id: number, requester: number, user: number): Json => ({
    id,
    requester,
    user,
    created_date: at(id),
    accepted_date: id % 2 === 0 ? at(id) : null,
  }),
  /** Its track takes a while to measure. */
  workout: (id: number, user: number): Json => ({
    id,
    user,
    title: 'Run',
    run_date: at(id * 3),
    run_type: 'Tempo',
    duration_in_seconds: 600,
    privacy: 'public',
    points: upTo(100).map((i) => [47 + i / 1e4, 8 + (id % 1e6) / 1e5, 400, at(id * 3 + i / 50)]),
  }),
  post: (id: number, author: number, workout = id, likers: number[] = []): Json => ({
    id,
    author,
    workout,
    body: '',
    created_date: at(id * 3 + 9),
    likers,
  }),
  comment: (id: number, post: number, user: number, comment = `Comment ${id}`): Json => ({
    id,
    post,
    user,
    comment,
    submit_date: at(id * 3 + 10),
  }),
  conversation: (id: number, ...people: number[]): Json => ({
    id,
    created_date: at(id),
    started_by: people[0],
    recipients: people.map((user) => ({ user })),
  }),
  message: (id: number, conversation: number, user: number, message = `Message ${id}`): Json => ({
    id,
    conversation,
    message,
    created_date: at(id),
    user,
  }),
};

/** Removes a record with what belongs to it. What somebody has said to others stays. */
export function removeFrom(world: World, file: File, id: number): void {
  if (!world[file].delete(id)) return;
  for (const below of files)
    for (const [field, of] of ownersIn(below))
      if (of === file) for (const one of allOf(world, below)) if (one[field] === id) removeFrom(world, below, one.id);
  if (file !== 'users') return;
  for (const one of world.posts.values()) one['likers'] = (one['likers'] as number[]).filter((liker) => liker !== id);
}

/** From the narrowest on. */
export const privacies = ['private', 'friends', 'public'];
const isNarrower = (one: unknown, other: unknown) => privacies.indexOf(String(one)) < privacies.indexOf(String(other));

/**
 * Does here what loading a complete bundle does (docs/taking-over.md): a field is that of the service that has changed it, and that of here
 * if both have, but a privacy then the narrower one; what one of them has deleted is gone.
 * @param old what the old service has, and `before` what it had in the last bundle
 * @returns the records of the bundle that are not here, because they or what they belong to were deleted
 */
export function merge(here: World, old: World, before: World): ReadonlySet<string> {
  const absent = new Set<string>();
  for (const file of files)
    for (const record of allOf(old, file)) {
      const [mine, last] = [here[file].get(record.id), before[file].get(record.id)];
      if (mine && last) for (const field of Object.keys(record)) mergeField(field, mine, record, last);
      else if (!last && ownersIn(file).every(([field, of]) => here[of].has(Number(record[field]))))
        add(here, file, structuredClone(record));
      else absent.add(`${file} ${record.id}`);
    }
  for (const file of files) for (const id of before[file].keys()) if (!old[file].has(id)) removeFrom(here, file, id);
  return absent;
}

function mergeField(field: string, mine: Json, theirs: Json, last: Json): void {
  if (isDeepStrictEqual(theirs[field], last[field])) return;
  if (isDeepStrictEqual(mine[field], last[field]) || (field === 'privacy' && isNarrower(theirs[field], mine[field])))
    mine[field] = structuredClone(theirs[field]);
}

const [people, runs] = [30, 1200];
/** Who ends the account here before each later bundle, and who at the old service. They write no messages, which would stay. */
export const leavers = { here: [10, 20, 30], there: [9, 19, 29] };
const talkers = upTo(people).filter((id) => ![...leavers.here, ...leavers.there].includes(id));

/** The old service as it is when its first bundle is made. */
export function firstWorld(): World {
  const world = emptyWorld();
  for (const id of upTo(people)) {
    add(world, 'users', newRecord.user(id));
    add(world, 'friendships', newRecord.friendship(id, id, (id % people) + 1));
  }
  for (const id of upTo(runs)) {
    const owner = (id % people) + 1;
    add(world, 'workouts', newRecord.workout(id, owner));
    add(world, 'posts', newRecord.post(id, owner, id, [owner]));
    add(world, 'comments', newRecord.comment(id, id, ((id * 7) % people) + 1));
  }
  for (const [i, id] of talkers.entries()) {
    add(world, 'conversations', newRecord.conversation(i + 1, id, talkers[(i + 1) % talkers.length]!));
    add(world, 'messages', newRecord.message(i + 1, i + 1, id));
  }
  return world;
}

/** What people do at the old service before the bundle `n`. */
export function useOld(old: World, n: number): void {
  const word = `There ${n}`;
  const some = (file: File, share: number) => allOf(old, file).filter(() => Math.random() < share);
  removeFrom(old, 'users', leavers.there[n - 1]!);
  for (const file of ['workouts', 'comments', 'friendships'] as const)
    for (const { id } of some(file, 0.05)) removeFrom(old, file, id);
  for (const one of some('workouts', 0.5)) one['title'] = word;
  for (const one of some('workouts', 0.1)) one['privacy'] = pick(privacies);
  for (const one of some('comments', 0.1)) one['comment'] = word;
  for (const one of some('users', 0.5)) one['first_name'] = word;
  for (const one of some('friendships', 0.2)) one['accepted_date'] ??= '2015-01-01T00:00:00Z';
  // Of the others, people here change who likes them: it is one field.
  for (const one of some('posts', 0.5)) {
    const before = one['likers'] as number[];
    const likes = talkers.filter((id) => !before.includes(id) && Math.random() < 0.1);
    if (one.id % 2 === 0) one['likers'] = [...before.filter(() => Math.random() < 0.7), ...likes];
  }
  for (const id of upTo(60).map((i) => runs + n * 1000 + i)) {
    const by = pick([...old.users.keys()]);
    add(old, 'workouts', newRecord.workout(id, by));
    add(old, 'posts', newRecord.post(id, by));
    add(old, 'comments', newRecord.comment(id, pick([...old.posts.keys()]), by));
    const talk = pick(allOf(old, 'conversations'));
    add(old, 'messages', newRecord.message(id, talk.id, Number(talk['started_by'])));
    const other = by + 1 + n;
    if (
      old.users.has(other) &&
      allOf(old, 'friendships').every((one) => one['requester'] !== by || one['user'] !== other)
    )
      add(old, 'friendships', newRecord.friendship(id, by, other));
  }
}
