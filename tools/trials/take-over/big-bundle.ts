import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

type Json = Record<string, unknown>;

/** How much an invented old service has. */
export interface Sizes {
  people: number;
  workouts: number;
  likes: number;
  comments: number;
  friendships: number;
  /** Of a thousand workouts, posts and comments, how many have other texts than in the first bundle. */
  changed?: number;
  /** Whether the bundle has only as many of a thousand records, those of which the texts are others. */
  only?: boolean;
}

const day = 86_400_000;
const begun = Date.parse('2012-03-01T08:00:00Z');

/** The old key of a person: 40 hex digits, as the old framework issued them. */
export const oldKeyOf = (id: number): string => createHash('sha1').update(`key ${id}`).digest('hex');

/** A number from 0 to `below` that is always the same for the same words. */
function pick(below: number, ...words: number[]): number {
  let hash = 2166136261;
  for (const word of words) hash = Math.imul(hash ^ word, 16777619) ^ (hash >>> 13);
  return (hash >>> 0) % below;
}

const momentOf = (id: number, of: number) => new Date(begun + (id / of) * 5000 * day).toISOString();

/** A run of 500 points, five seconds apart. */
function pointsOf(id: number, from: number): unknown[] {
  const [lat, lng] = [40 + pick(1000, id, 1) / 100, 5 + pick(1000, id, 2) / 100];
  return Array.from({ length: 500 }, (_, n) => [
    +(lat + n * 0.0001).toFixed(6),
    +(lng + Math.sin(n / 40) * 0.002).toFixed(6),
    400 + (n % 50),
    new Date(from + n * 5000).toISOString(),
  ]);
}

const isChanged = (id: unknown, changed = 0) => pick(1000, Number(id), 77) < changed;

/** The records of each file, made as they are read. */
function* recordsOf(sizes: Sizes): Generator<[file: string, records: Iterable<Json>]> {
  const { people, workouts, likes, comments, friendships, changed = 0 } = sizes;
  const text = (words: string, id: number) => (isChanged(id, changed) ? `${words}, edited` : words);
  const ids = function* (count: number, make: (id: number) => Json) {
    for (let id = 1; id <= count; id++) yield make(id);
  };
  yield [
    'users',
    ids(people, (id) => ({
      id,
      username: `runner${id}`,
      email: `runner${id}@example.com`,
      first_name: `First${pick(2000, id, 3)}`,
      last_name: `Last${pick(5000, id, 4)}`,
      date_joined: momentOf(id, people),
      password: `md5$salt${id}$${createHash('md5').update(`salt${id}password${id}`).digest('hex')}`,
      api_keys: [oldKeyOf(id)],
    })),
  ];
  yield [
    'friendships',
    ids(friendships, (id) => {
      // Person and distance are different for each id, so that no two people are friends twice.
      const requester = ((id - 1) % people) + 1;
      const user = ((requester - 1 + 1 + Math.floor((id - 1) / people)) % people) + 1;
      const created = momentOf(id, friendships);
      return { id, requester, user, created_date: created, accepted_date: created };
    }),
  ];
  yield [
    'workouts',
    ids(workouts, (id) => {
      const from = Date.parse(momentOf(id, workouts));
      return {
        id,
        user: pick(people, id, 5) + 1,
        run_date: new Date(from).toISOString(),
        run_type: ['Endurance', 'Tempo', 'Slow', 'Interval'][pick(4, id, 6)],
        duration_in_seconds: 2495,
        distance_in_meters: 5000 + pick(5000, id, 7),
        title: text(`Run ${id}`, id),
        privacy: 'public',
        ...(id % 10 === 0 ? { points: pointsOf(id, from) } : {}),
      };
    }),
  ];
  yield [
    'posts',
    ids(workouts, (id) => {
      const share = likes / workouts;
      const count = Math.floor(id * share) - Math.floor((id - 1) * share);
      return {
        id,
        author: pick(people, id, 5) + 1,
        workout: id,
        body: text(`The weather was fine ${id}`, id),
        created_date: momentOf(id, workouts),
        likers: [...new Set(Array.from({ length: count }, (_, n) => ((pick(people, id, 9) + n) % people) + 1))],
      };
    }),
  ];
  yield [
    'comments',
    ids(comments, (id) => ({
      id,
      post: pick(workouts, id, 10) + 1,
      user: pick(people, id, 11) + 1,
      comment: text(`Well run ${id}`, id),
      submit_date: momentOf(id, comments),
    })),
  ];
}

/** Writes the bundle of an invented old service into a folder. Returns the number of its records. */
export async function writeBigBundle(folder: string, sizes: Sizes): Promise<number> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ format: 1, taken: '2026-01-31T22:00:00Z' }));
  let count = 0;
  for (const [file, records] of recordsOf(sizes)) {
    const lines = function* () {
      for (const record of records) {
        if (sizes.only && !isChanged(record['id'], sizes.changed)) continue;
        count++;
        yield `${JSON.stringify(record)}\n`;
      }
    };
    await pipeline(lines(), createWriteStream(join(folder, `${file}.jsonl`)));
  }
  return count;
}
