import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { smallJpeg } from '../../../test/pictures/images.ts';
import { as, newPerson } from '../../../test/support/cast.ts';
import type { Person } from '../../../test/support/cast.ts';
import { liveCursor, messageAdded, TestSocket } from '../../../test/support/live.ts';
import { command } from './command.ts';
import type { Running, Stage } from './stage.ts';
import { say, startConversation, textsOf } from './conversations.ts';

/** What a person reads of the service, except for signed URLs, which contain the moment. */
async function picture(running: Running, person: Person): Promise<string> {
  const client = as({ ...person, url: running.url });
  const answers = [];
  for (const path of ['/me/', '/post/?type=friends&limit=50', '/conversation/inbox/', '/workout/?limit=100', '/event/'])
    answers.push((await client.get(path)).text);
  return answers.join('\n').replaceAll(/https?:\/\/[^"]*/g, '');
}

/** The embedded database is backed up while people write, restored, and moved to PostgreSQL with everything in it. */
export async function embedded(stage: Stage): Promise<string> {
  const [data, copy, backup] = ['club', 'club-restored', 'club-backup'].map((name) => join(stage.folder, name)) as [
    string,
    string,
    string,
  ];
  const key = { SECRET_KEY: '' };
  let running = await stage.start({ DATA_DIR: data, DEMO: 'on', ...key });
  const ann = await newPerson(running, 'Ann', 'Archer');
  const bob = await newPerson(running, 'Bob', 'Baker');
  const conversation = await startConversation(ann, bob);
  await as(ann).sendTo('PUT', '/api/v1/profile/picture/', {
    headers: { 'Content-Type': 'image/jpeg' },
    body: await smallJpeg(),
  });
  const before = await liveCursor(as(bob));

  // Each acknowledged message before the backup is in it, and none that was not sent yet.
  let sent = 0;
  const over = new AbortController();
  const writing = (async () => {
    while (!over.signal.aborted) await say(ann, conversation, `message ${String(++sent).padStart(4, '0')}`);
  })();
  await sleep(500);
  const atLeast = sent - 1;
  const told = await command('backup', { DATA_DIR: data }, backup);
  const atMost = sent;
  const late = await liveCursor(as(bob));
  await sleep(200);
  over.abort();
  await writing;
  assert.equal(await running.stop(), 0);
  await assert.rejects(command('restore', { DATA_DIR: data }, backup), /there is a database/);
  await command('restore', { DATA_DIR: copy }, backup);

  running = await stage.start({ DATA_DIR: copy, DEMO: 'on', ...key });
  const there = { ...bob, url: running.url };
  const texts = (await textsOf({ ...there }, conversation)).filter((text) => text.startsWith('message'));
  assert.ok(texts.length >= atLeast && texts.length <= atMost, `${atLeast} ≤ ${texts.length} ≤ ${atMost}`);
  const socket = await new TestSocket(running.url).init({ authorization: bob.authorization });
  const replayed = await socket.operate(messageAdded, { after: before }).first(texts.length);
  assert.equal(replayed.length, texts.length);
  const lost = socket.operate(messageAdded, { after: late });
  assert.equal(await lost.refused(), 'CURSOR_EXPIRED');
  const cursor = await liveCursor(as(there));
  const shown = await picture(running, there);
  socket.raw.close();
  assert.equal(await running.stop(), 0);

  const DATABASE_URL = await stage.newDatabase('moved');
  const moved = await command('move-to-postgres', { DATA_DIR: copy }, '--to', DATABASE_URL);
  await assert.rejects(command('move-to-postgres', { DATA_DIR: copy }, '--to', DATABASE_URL), /has rows/);
  const SECRET_KEY = (await readFile(join(copy, 'secret-key'), 'utf8')).trim();
  running = await stage.start({ DATA_DIR: copy, DATABASE_URL, SECRET_KEY });
  const here = { ...bob, url: running.url };
  assert.equal(await picture(running, here), shown);
  // Ids go on behind those that were moved, and cursors stay valid.
  await say({ ...ann, url: running.url }, conversation, 'from PostgreSQL');
  const later = await new TestSocket(running.url).init({ authorization: bob.authorization });
  const events = await later.operate(messageAdded, { after: cursor }).first(1);
  assert.match(JSON.stringify(events), /"message":"from PostgreSQL"/);
  later.raw.close();
  assert.equal(await running.stop(), 0);
  const rows = [...moved.matchAll(/: (\d+) rows/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  return `${told.trim()} ${rows} rows were moved to PostgreSQL`;
}
