/**
 * Posts about charity events are read after a take-over, in feeds and alone, and a database into which they were loaded before they could be is migrated.
 */
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { openTakenOver } from '../../../src/domain/taking-over/preparing.ts';
import { openDatabase } from '../../../src/wiring/open-database.ts';
import { Client } from '../../../test/support/client.ts';
import { runSql } from '../../../test/support/run-sql.ts';
import { testService } from '../../../test/support/service.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { person, writeBundle } from './bundle-maker.ts';
import { loaded, verified } from './loading.ts';

const service = await testService();
const [root, remove] = await newFolder();
afterAll(remove);

const key = 'k'.repeat(40);
const event = { event_name: 'Miles for trees', event_logo: '', home_url: 'https://example.org/', info_url: '' };
const sponsor = { ...event, participant: 8, amount_per_mile: '0.5', sponsor_name: 'Lake Shoes' };
const post = { author: 1, created_date: '2014-05-06T07:00:00Z', body: 'I take part', privacy: 'public' };
const [registered, sponsored] = ['registered-for-event', 'event-participant-got-sponsor'];
const posts = [
  { ...post, id: 1, post_type: registered, extra: { ...event, participant_page_url: '' } },
  {
    ...post,
    id: 2,
    post_type: registered,
    extra: { ...event, participant_page_url: 'https://old.example/participant/9/' },
  },
  { ...post, id: 3, post_type: sponsored, extra: sponsor },
  { ...post, id: 4, post_type: sponsored, extra: event },
  { ...post, id: 5, post_type: null, extra: event },
  { ...post, id: 6, post_type: registered, extra: null },
];

/** What a post says besides its text, with the paths of its pages. */
const said = ({ post_type: type, extra }: Record<string, unknown>) => {
  const { participant_page_url: page, ...others } = (extra ?? {}) as Record<string, unknown>;
  return [type, typeof page === 'string' ? page.replace(service.url, '') : page, others];
};
const expected = [
  [undefined, undefined, {}],
  [undefined, undefined, {}],
  [sponsored, '', { ...event, amount_per_mile: '0.00', sponsor_name: '' }],
  [sponsored, '/participants/8', { ...event, amount_per_mile: '0.50', sponsor_name: 'Lake Shoes' }],
  [registered, '/participants/9', event],
  [registered, '', event],
];

test('they are read as the old service had them', async () => {
  const users = [{ ...person(1), api_keys: [key] }];
  const bundle = await writeBundle(join(root, 'bundle'), { users, posts });
  expect((await loaded(service, bundle)).told).toEqual([]);
  expect((await verified(service, bundle)).differing).toEqual([]);
  await openTakenOver(service.database);
  const ann = new Client(service.url, `ApiKey runner_1:${key}`);
  const feed = await ann.get('/post/?type=profile');
  expect(feed.status).toBe(200);
  expect(feed.json<{ objects: Record<string, unknown>[] }>().objects.map(said)).toEqual(expected);
  for (const { id } of posts) expect((await ann.get(`/post/${id}/?format=xml`)).status).toBe(200);
});

test('those that were loaded under the names of a bundle are migrated', async () => {
  const database = await openDatabase(readConfig({ DATA_DIR: 'memory://' }));
  try {
    await database.orm.migrator.up({ to: '2026-11-28-taking-over' });
    await runSql(
      database,
      "insert into users (id, username, email, email_proven, first_name, last_name) values (1, 'u', 'a@example.com', true, 'A', 'B')",
    );
    for (const { id, post_type: type, extra } of posts.slice(0, 4))
      await runSql(
        database,
        `insert into post (id, author_id, body, privacy, post_type, extra) values (${id}, 1, '', 'public', '${type}', '${JSON.stringify(extra)}')`,
      );
    await migrate(database);
    const names = { eventName: 'Miles for trees', eventLogo: '', homeUrl: 'https://example.org/', infoUrl: '' };
    expect(
      (await runSql<{ extra: object }>(database, 'select extra from post order by id')).map(({ extra }) => extra),
    ).toEqual([
      { ...names, participantId: null },
      { ...names, participantId: 9 },
      { ...names, participantId: 8, amountPerMile: '0.50', sponsorName: 'Lake Shoes' },
      { ...names, participantId: null, amountPerMile: '0.00', sponsorName: '' },
    ]);
  } finally {
    await database.close();
  }
});
