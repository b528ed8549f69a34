/** Several processes can start on one empty database, and can stop while the database hangs. */
import { afterAll, describe, expect, test } from '@jest/globals';
import { freshDatabase } from '../../../../test/mail/fresh-database.ts';
import { as, newPerson, nobody } from '../../../../test/support/cast.ts';
import { preparedDatabase } from '../../../../test/support/prepared-database.ts';
import { newFolder, printedValue, startProcess } from '../../../../test/support/started-process.ts';
import type { StartedProcess } from '../../../../test/support/started-process.ts';
import { breakableProxy } from '../../faults/breakable-proxy.ts';

const server = process.env['TEST_DATABASE_URL'];
if (!server) process.stderr.write('processes on one database: skipped, TEST_DATABASE_URL is not set\n');
const onServer = server ? describe : describe.skip;
const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const clean of cleanUp.reverse()) await clean();
});

async function launch(environment: Record<string, string>): Promise<StartedProcess> {
  const [folder, remove] = await newFolder();
  const settings = { SECRET_KEY: 'only for tests, never elsewhere', RATE_LIMITS: 'off', ...environment };
  const started = startProcess(folder, { ...settings, DATA_DIR: folder });
  cleanUp.push(async () => {
    started.kill('SIGKILL');
    await started.ended;
    await remove();
  });
  return started;
}

const urlOf = (started: StartedProcess) => new URL(printedValue(started.stdout(), 'REST base')).origin;

onServer('processes', () => {
  test('that start at the same time on an empty database all start, with the smallest pool', async () => {
    for (let round = 0; round < 2; round++) {
      const place = await freshDatabase();
      cleanUp.push(() => place.remove());
      const environment = { DATABASE_URL: place.config.databaseUrl ?? '', DATABASE_POOL: '2' };
      const all = await Promise.all([1, 2, 3].map(() => launch(environment)));
      await Promise.all(all.map((started) => started.prints('REST base')));
      for (const started of all) {
        const [ann] = [await newPerson({ url: urlOf(started) }, 'Ann', `Number${started.pid}`)];
        expect((await as(ann).get('/me/')).status).toBe(200);
        started.kill('SIGTERM');
        expect(await started.ended).toBe(0);
      }
    }
  }, 180_000);

  test('end within fifteen seconds of SIGTERM while the database is frozen', async () => {
    const database = await preparedDatabase();
    cleanUp.push(() => database.remove());
    const url = new URL(database.environment['DATABASE_URL'] ?? '');
    const proxy = await breakableProxy(Number(url.port || 5432), url.hostname);
    cleanUp.push(() => proxy.close());
    url.host = `127.0.0.1:${proxy.port}`;
    const started = await launch({ ...database.environment, DATABASE_URL: url.href, DRAIN_SECONDS: '1' });
    await started.prints('REST base');
    const ann = await newPerson({ url: urlOf(started) }, 'Ann', 'Archer');
    proxy.freeze();
    const calls = Array.from({ length: 40 }, (_, i) =>
      as(ann)
        .patch(`/user/${ann.id}/`, { first_name: `Ann${i}` })
        .catch(() => null),
    );
    expect((await nobody({ url: urlOf(started) }).sendTo('GET', '/readyz')).status).toBe(503);
    const began = Date.now();
    started.kill('SIGTERM');
    const code = await started.ended;
    expect(Date.now() - began).toBeLessThan(15_000);
    expect([0, 1]).toContain(code);
    await Promise.all(calls);
  }, 60_000);
});
