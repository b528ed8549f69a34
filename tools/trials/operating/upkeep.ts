import assert from 'node:assert/strict';
import { join } from 'node:path';
import { inconsistent } from '../faults/audit-sql.ts';
import { Calls } from '../faults/calls.ts';
import { Ledger } from '../faults/ledger.ts';
import { Load, register } from '../faults/load.ts';
import { credentials, startS3 } from '../../../test/pictures/s3-server.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeGpx } from '../../../test/support/gpx-maker.ts';
import { command } from './command.ts';
import { secretKey } from './stage.ts';
import type { Stage } from './stage.ts';

/** Figures and counters are corrected under load, what has ended is removed, and pictures and recordings move to an S3 store and back. */
export async function upkeep(stage: Stage): Promise<string> {
  const DATABASE_URL = await stage.newDatabase('upkeep');
  const data = join(stage.folder, 'upkeep');
  const running = await stage.start({ DATABASE_URL, DATA_DIR: data });
  const environment = { DATABASE_URL, DATA_DIR: data, SECRET_KEY: secretKey };
  const sql = (text: string, values?: unknown[]) => stage.postgres.sql('upkeep', text, values);
  const [calls, ledger] = [new Calls(running.url), new Ledger()];
  const people = [];
  for (let i = 0; i < 4; i++) people.push(await register(calls));
  const load = new Load(calls, ledger, 30);
  await load.start(people);
  await sleep(4000);
  await sql('update post set comment_count = comment_count + 3, like_count = like_count + 2');
  await sql("update comment set likers = '{}' where like_count > 0");
  await sql('update stats set total_distance_in_meters = total_distance_in_meters + 1000');
  await sql('update conversation_member set unread = unread + 5');
  await sql('delete from friend_edge');
  const wrong = (await inconsistent(sql)).length;
  assert.ok(wrong >= 3, `${wrong} kinds of counters are wrong`);
  const report = await command('rebuild', environment);
  await load.stop();
  assert.deepEqual([...(await inconsistent(sql)), ...calls.wrong], []);
  assert.match(report, /statistics of runners: [1-9]\d* corrected/);
  assert.deepEqual((await command('rebuild', environment)).match(/: [1-9]\d* corrected/g), null);

  await sql(`update live_event set created_date = now() - interval '30 days' where seq is not null`);
  assert.match(await command('prune', environment), /removed/);
  assert.deepEqual(
    await sql("select 1 from live_event where created_date < now() - interval '20 days' and seq is not null"),
    [],
  );

  const s3 = await startS3('pictures');
  try {
    const there = { ...environment, ...credentials };
    const url = `s3://pictures/moved?endpoint=${s3.endpoint}`;
    const folder = join(data, 'pictures');
    const move = (from: string, to: string, ...more: string[]) =>
      command('move-pictures', there, ...more, '--from', from, '--to', to);
    const first = await move(folder, url);
    const again = await move(folder, url);
    const copied = Number(/^(\d+) files were copied/.exec(first)?.[1]);
    assert.ok(copied > 0 && (await s3.objects()).length >= copied);
    assert.match(again, new RegExp(`^0 files were copied and compared, and ${copied} were`));
    const back = join(stage.folder, 'pictures-back');
    assert.match(await move(url, back), new RegExp(`^${copied} files were copied`));
    const sent = await calls.rest(
      'upload',
      'POST',
      '/workout/',
      people[0]?.key,
      makeGpx(),
      'application/X.service-GPX+xml',
    );
    assert.equal(sent.status, 201);
    // The service stores originals twice a minute.
    const stored = 'select 1 from workout_original where key is not null';
    for (const end = Date.now() + 90_000; (await sql(stored)).length === 0 && Date.now() < end;) await sleep(500);
    assert.match(await move(join(data, 'recordings'), url, '--recordings'), /^[1-9]\d* files were copied/);
    assert.match(await move(url, join(stage.folder, 'recordings-back'), '--recordings'), /^[1-9]\d* files were copied/);
    assert.equal(await running.stop(), 0);
    return `${report
      .trim()
      .replaceAll('\n', '; ')
      .replaceAll(/ \([^)]*\)/g, '')}; ${copied} files moved to S3 and back`;
  } finally {
    await s3.remove();
  }
}
