/**
 * A load of the next bundle that is killed ten times at random moments, and started again each time, leaves the rows that an undisturbed
 * one leaves.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { preparedDatabase } from '../../../test/support/prepared-database.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { endings, isKilledAfter, startCommand } from './killed-command.ts';
import { manifest, person, writeBundle } from './bundle-maker.ts';
import type { Records } from './bundle-maker.ts';

const [root, remove] = await newFolder();
const ends = endings(remove);

const kills = 10;
const [people, each] = [400, 8];
const runs = people * each;
const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const at = (minutes: number) => new Date(Date.UTC(2014, 4, 1) + minutes * 60_000).toISOString();
const key = (id: number) => createHash('sha1').update(`key of ${id}`).digest('hex');

/** The records of an edition: each one changes a third of the records, leaves out some, and adds some. */
function edition(of: 0 | 1): Partial<Records> {
  const there = (id: number) => (of === 0 ? id % 11 !== 0 : id % 7 !== 0);
  const word = (id: number) => (of === 1 && id % 3 === 0 ? 'changed' : 'as it was');
  const owner = (run: number) => Math.ceil(run / each);
  const known = ids(people).filter(there);
  const known2 = new Set(known);
  const own = ids(runs).filter((id) => known2.has(owner(id)) && there(id + 3));
  const likers = (id: number) => known.filter((who) => (who * 31 + id * (of + 7)) % 97 === 0);
  const pair = (id: number) => [id, (id % people) + 1] as const;
  return {
    users: known.map((id) => ({
      ...person(id),
      first_name: word(id),
      api_keys: [key(of === 1 && id % 5 === 0 ? id + 1000 : id)],
      is_active: (id + of) % 13 !== 0,
    })),
    friendships: ids(people)
      .filter((id) => pair(id).every((who) => known2.has(who)))
      .map((id) => ({
        id,
        requester: id,
        user: pair(id)[1],
        created_date: at(id),
        accepted_date: (id + of) % 4 === 0 ? null : at(id + 1),
      })),
    workouts: own.map((id) => ({
      id,
      user: owner(id),
      title: word(id),
      run_date: at(id * 3),
      run_type: 'Tempo',
      duration_in_seconds: 600 + id + of,
      privacy: 'public',
      points: ids(30).map((i) => [47 + i / 1e4, 8 + id / 1e4, 400, at(id * 3 + i / 10)]),
    })),
    posts: own.map((id) => ({
      id,
      author: owner(id),
      workout: id,
      body: word(id),
      created_date: at(id * 3 + 60),
      likers: likers(id),
    })),
    comments: own.map((id) => ({
      id,
      post: id,
      user: owner(id),
      comment: word(id),
      submit_date: at(id * 3 + 70),
      likers: likers(id + 5),
    })),
    conversations: known.map((id) => ({ id, created_date: at(id), recipients: [{ user: id, last_read_message: id }] })),
    messages: known.map((id) => ({ id, conversation: id, message: word(id), created_date: at(id), user: id })),
  };
}

/** Columns of which each load makes new values: the numbers of rows that have no id in a bundle, and its own time. */
const own: Record<string, string[]> = {
  post_like: ['id'],
  comment_like: ['id'],
  api_key: ['id'],
  suspension: ['created_date'],
  take_over: ['begun_date'],
};

/** The digest of each table. */
async function digests(url: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`,
    );
    const all: Record<string, string> = {};
    for (const { name } of rows) {
      const without = (own[name] ?? []).map((column) => ` - '${column}'`).join('');
      const text = `(to_jsonb(t)${without})::text`;
      const { rows: found } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(${text}), '' order by md5(${text}))), '') as digest from "${name}" t`,
      );
      all[name] = found[0]!.digest;
    }
    return all;
  } finally {
    await client.end();
  }
}

const onServer = process.env['TEST_DATABASE_URL'] ? describe : describe.skip;
onServer('a load that is killed', () => {
  const says = { ...manifest, complete: true };
  const start = (environment: Record<string, string>, bundle: string) =>
    startCommand(environment, 'load', '--report', join(root, 'report'), bundle);
  const load = async (environment: Record<string, string>, bundle: string) =>
    expect(await once(start(environment, bundle), 'exit')).toEqual([0, null]);

  test('leaves what an undisturbed one leaves', async () => {
    const [first, second] = [
      await writeBundle(join(root, 'first'), edition(0), { says }),
      await writeBundle(join(root, 'second'), edition(1), { says }),
    ];
    const [undisturbed, disturbed] = [await preparedDatabase(), await preparedDatabase()];
    ends.push(undisturbed.remove, disturbed.remove);
    for (const { environment } of [undisturbed, disturbed]) await load(environment, first);
    const begun = performance.now();
    await load(undisturbed.environment, second);
    const whole = performance.now() - begun;
    let killed = 0;
    for (let i = 0; i < kills; i++) {
      if (await isKilledAfter(whole * (0.2 + 0.7 * Math.random()), start(disturbed.environment, second))) killed++;
    }
    process.stderr.write(`${killed} of ${kills} loads of ${Math.round(whole)} ms were killed\n`);
    await load(disturbed.environment, second);
    expect(await digests(disturbed.environment['DATABASE_URL']!)).toEqual(
      await digests(undisturbed.environment['DATABASE_URL']!),
    );
    expect(killed).toBeGreaterThan(0);
  }, 900_000);
});
