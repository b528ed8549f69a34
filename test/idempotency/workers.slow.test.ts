/**
 * A request that is sent to several processes at the same time is executed once. The test requires a PostgreSQL server.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { as, newPerson } from '../support/cast.ts';
import { preparedDatabase } from '../support/prepared-database.ts';
import type { PreparedDatabase } from '../support/prepared-database.ts';
import { newFolder, printedValue, startProcess } from '../support/started-process.ts';
import type { StartedProcess } from '../support/started-process.ts';

const onServer = process.env['TEST_DATABASE_URL'] ? describe : describe.skip;
if (!process.env['TEST_DATABASE_URL'])
  console.warn('resends to several processes are tested on a PostgreSQL server only');

onServer('three processes', () => {
  let folder: string;
  let removeFolder: () => Promise<void>;
  let database: PreparedDatabase;
  let started: StartedProcess;
  let url: string;

  beforeAll(async () => {
    [folder, removeFolder] = await newFolder();
    database = await preparedDatabase();
    started = startProcess(folder, { ...database.environment, DATA_DIR: folder, WORKERS: '3' });
    await started.prints('REST base');
    url = new URL(printedValue(started.stdout(), 'REST base')).origin;
  });

  afterAll(async () => {
    started.kill('SIGTERM');
    await started.ended;
    await database.remove();
    await removeFolder();
  });

  test('execute a request once that is sent over twenty connections at the same time', async () => {
    const [ann, bob] = [await newPerson({ url }, 'Ann', 'Many'), await newPerson({ url }, 'Bob', 'Many')];
    for (let round = 0; round < 10; round++) {
      const [key, message] = [randomUUID(), `Round ${round}`];
      const send = () =>
        fetch(`${url}/api/v1/conversation/`, {
          method: 'POST',
          headers: {
            Authorization: ann.authorization,
            'Content-Type': 'application/json',
            'Idempotency-Key': key,
            Connection: 'close',
          },
          body: JSON.stringify({ message, recipients: [bob.id] }),
        });
      const answers = await Promise.all(Array.from({ length: 20 }, send));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
      expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    }
    const inbox = await as(bob).get('/conversation/inbox/?limit=0');
    expect(inbox.json<{ meta: { total_count: number } }>().meta.total_count).toBe(10);
  });
});
