import assert from 'node:assert/strict';
import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { as, newPerson } from '../../../test/support/cast.ts';
import { childrenOf } from '../../../test/support/process-tree.ts';
import { liveCursor } from '../../../test/support/live.ts';
import { Follower } from './follower.ts';
import { installVersion } from './stage.ts';
import { say, startConversation } from './conversations.ts';
import type { Stage } from './stage.ts';
import { underLoad } from './under-load.ts';

/**
 * What the next version adds: a table, and a column with a default of a table that the former version reads and writes. Columns of
 * tables that every request reads get other types, so that what the connections of the former version have prepared is refused.
 */
const next = {
  name: '2099-01-01-next-version',
  sql: `create table next_version (id bigint primary key); alter table users add column next_note text not null default '',
    alter column email type text; alter table workout alter column title type text,
    alter column distance_in_meters type numeric(14, 2), alter column duration_in_seconds type bigint;
    alter table post alter column privacy type text`,
};

/** Processes of one start are replaced by those of the next version, one after the other (SIGUSR2), under load. */
export async function rollingUpgrade(stage: Stage): Promise<string> {
  const DATABASE_URL = await stage.newDatabase('rolling');
  const versions = join(stage.folder, 'rolling');
  await installVersion(join(versions, 'v1'));
  await installVersion(join(versions, 'v2'), next);
  const current = join(versions, 'current');
  await symlink('v1', current);
  const running = await stage.start(
    { DATABASE_URL, WORKERS: '2', LOG_REQUESTS: 'off' },
    join(current, 'dist/src/main.js'),
  );
  const ann = await newPerson(running, 'Ann', 'Archer');
  const bob = await newPerson(running, 'Bob', 'Baker');
  const conversation = await startConversation(ann, bob);
  const listener = new Follower(bob, await liveCursor(as(bob)));
  const said: number[] = [];
  const before = childrenOf(running.process.pid);
  const told = await underLoad(stage, running.url, 'rolling', async () => {
    await symlink('v2', `${current}.new`);
    await rename(`${current}.new`, current);
    running.process.kill('SIGUSR2');
    while (!running.process.stdout().includes('no longer being replaced')) {
      said.push(await say(ann, conversation, `message ${said.length}`));
      await sleep(100);
    }
  });
  for (const end = Date.now() + 10_000; listener.ids.length < said.length && Date.now() < end;) await sleep(50);
  await listener.stop();
  assert.deepEqual(listener.ids, said);
  assert.deepEqual(listener.errors, []);
  // 1001: the process is stopping. 1006: this test has ended its own last connection.
  assert.deepEqual([...new Set(listener.codes.slice(0, -1))], [1001]);
  const after = childrenOf(running.process.pid);
  assert.deepEqual(
    after.filter((pid) => before.includes(pid)),
    [],
  );
  assert.equal(
    (await stage.postgres.sql('rolling', 'select 1 from migrations where name = $1', [next.name])).length,
    1,
  );
  assert.equal(await running.stop(), 0);
  return `${told}; ${said.length} live messages once each, over ${listener.codes.length} connections`;
}

/** Two processes of the next version start at once beside one of the former version, which keeps answering. */
export async function twoVersions(stage: Stage): Promise<string> {
  const DATABASE_URL = await stage.newDatabase('versions');
  const v2 = await installVersion(join(stage.folder, 'versions/v2'), next);
  const former = await stage.start({ DATABASE_URL });
  const told = await underLoad(stage, former.url, 'versions', async () => {
    const both = await Promise.all([stage.start({ DATABASE_URL }, v2), stage.start({ DATABASE_URL }, v2)]);
    for (const { url } of [former, ...both]) assert.equal((await fetch(`${url}/readyz`)).status, 200, url);
    const [ann, bob] = [
      await newPerson(former, 'Ann', 'Archer'),
      await newPerson(both[0] as { url: string }, 'Bob', 'Baker'),
    ];
    const conversation = await startConversation(ann, bob);
    await say({ ...bob, url: both[1]?.url ?? '' }, conversation, 'Hello');
    await Promise.all(both.map((one) => one.stop()));
  });
  // A process of the former version that ends can be started again: it knows all migrations that it needs.
  assert.equal(await former.stop(), 0);
  const again = await stage.start({ DATABASE_URL });
  assert.equal((await fetch(`${again.url}/readyz`)).status, 200);
  await again.stop();
  const applied = await stage.postgres.sql('versions', 'select name from migrations where name = $1', [next.name]);
  assert.equal(applied.length, 1);
  return told;
}
