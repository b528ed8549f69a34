import assert from 'node:assert/strict';
import { appendFile, chown, cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { postgresAccount, serverIn } from '../../../test/support/cluster/own-postgres.ts';
import { as, newPerson } from '../../../test/support/cast.ts';
import { liveCursor, messageAdded, TestSocket } from '../../../test/support/live.ts';
import type { Stage } from './stage.ts';
import { say, startConversation, textsOf } from './conversations.ts';

/**
 * Restores the server to a point in time, from a base backup and its archived log, while the service runs. Subscriptions and
 * cursors that know of lost events end with CURSOR_EXPIRED, and the others continue.
 */
export async function restoreServer(stage: Stage): Promise<string> {
  const { postgres, folder, archive } = stage;
  const DATABASE_URL = await stage.newDatabase('restored');
  const running = await stage.start({ DATABASE_URL, LOG_REQUESTS: 'off' });
  const ann = await newPerson(running, 'Ann', 'Archer');
  const bob = await newPerson(running, 'Bob', 'Baker');
  const conversation = await startConversation(ann, bob);

  const base = join(folder, 'base');
  const from = `host=127.0.0.1 port=${postgres.port} user=postgres`;
  const restored = serverIn(join(folder, 'restored'), postgres.port);
  await restored.run('pg_basebackup', ['-D', restored.data, '-d', from, '-X', 'stream', '-c', 'fast', '--no-sync']);
  await cp(restored.data, base, { recursive: true });

  const kept = await liveCursor(as(bob));
  await say(ann, conversation, 'kept');
  // An event gets its position after its commit: here, before the moment to which the server is restored.
  await liveCursor(as(bob));
  const [moment] = await postgres.sql('postgres', 'select now()::text as at');
  await sleep(50);
  const socket = await new TestSocket(running.url).init({ authorization: bob.authorization });
  const open = socket.operate(messageAdded, { after: kept });
  await say(ann, conversation, 'lost one');
  await say(ann, conversation, 'lost two');
  const cursors = (await open.first(3)).map(({ cursor }) => cursor);
  const archived = async () =>
    (await postgres.sql('postgres', 'select archived_count as n from pg_stat_archiver'))[0]?.['n'];
  const before = await archived();
  await postgres.sql('postgres', 'select pg_switch_wal()');
  for (let i = 0; i < 100 && (await archived()) === before; i++) await sleep(100);
  await postgres.stop();

  const account = postgresAccount() ?? { uid: 0, gid: 0 };
  await appendFile(
    join(restored.data, 'postgresql.conf'),
    `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${String(moment?.['at'])}'\nrecovery_target_action = 'promote'\n`,
  );
  await writeFile(join(restored.data, 'recovery.signal'), '');
  await chown(join(restored.data, 'recovery.signal'), account.uid, account.gid);
  const begun = performance.now();
  await restored.start();
  try {
    const recovers = async () => (await restored.sql('postgres', 'select pg_is_in_recovery() as r'))[0]?.['r'];
    while (await recovers()) await sleep(100);
    const tookMs = performance.now() - begun;
    assert.equal(await open.refused(), 'CURSOR_EXPIRED');
    for (let i = 0; (await fetch(`${running.url}/readyz`)).status !== 200; i++) {
      assert.ok(i < 100, 'the service is ready again by itself');
      await sleep(100);
    }
    assert.deepEqual(await textsOf(bob, conversation), ['Hello', 'kept']);
    await say(ann, conversation, 'new one');
    await say(ann, conversation, 'new two');
    await say(ann, conversation, 'new three');
    const [first, ...lost] = cursors;
    for (const cursor of lost)
      assert.equal(await socket.operate(messageAdded, { after: cursor }).refused(), 'CURSOR_EXPIRED');
    for (const [cursor, expected] of [
      [kept, ['kept', 'new one', 'new two', 'new three']],
      [first, ['new one', 'new two', 'new three']],
    ] as const) {
      const events = await socket.operate(messageAdded, { after: cursor }).first(expected.length);
      assert.deepEqual(
        events.map(({ message }) => (message as { message: string }).message),
        expected,
      );
    }
    assert.equal(await running.stop(), 0);
    return `recovered in ${Math.round(tookMs)} ms; 2 cursors of lost events have expired, 2 former ones are valid`;
  } finally {
    await restored.stop();
    await postgres.start();
  }
}
