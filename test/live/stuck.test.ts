/** An event that cannot be loaded is skipped after several attempts. */
import { afterAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config.ts';
import { startService } from '../../src/server/server.ts';
import { say, start } from '../conversations/conversation-calls.ts';
import { newPerson } from '../support/cast.ts';
import { preparedDatabase } from '../support/prepared-database.ts';
import { runSql } from '../support/run-sql.ts';
import { inShort, listen } from './listening.ts';

const database = await preparedDatabase();
const logged: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
const service = await startService(
  readConfig(database.environment),
  log,
  database.image ? { image: database.image } : {},
);
afterAll(async () => {
  await service.stop();
  await database.remove();
});

test('an event that cannot be loaded is left out after several attempts, and later events are delivered', async () => {
  const [ann, bob] = await Promise.all([newPerson(service, 'Ann', 'Archer'), newPerson(service, 'Bob', 'Baker')]);
  const conversation = await start(ann, [bob]);
  const elsewhere = await start(ann, [await newPerson(service, 'Cho', 'Chang')]);
  const listener = await listen(service, bob, { kind: 'messages', conversationId: null });
  await say(ann, conversation, 'before');
  await listener.receives(1);
  // No date: what reads it throws.
  await runSql(
    service.database,
    `insert into message (conversation_id, user_id, message, created_date) values (?, ?, 'broken', 'infinity')`,
    [conversation, ann.id],
  );
  await runSql(service.database, `insert into message (conversation_id, user_id, message) values (?, ?, 'behind')`, [
    conversation,
    ann.id,
  ]);
  // Each look at the log is a try, and every change is a reason to look.
  const deadline = Date.now() + 50_000;
  while (listener.received.length < 2 && Date.now() < deadline) {
    await say(ann, elsewhere, 'something');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(listener.received.map(inShort)).toEqual(['message before', 'message behind']);
  expect(logged.filter((line) => line.includes('cannot be loaded and is left out')).length).toBe(1);
});
