/**
 * 100,000 mixed calls of twelve clients over REST, GraphQL and sockets, to two processes whose Redis is killed: the ledger equals the
 * truth exactly. It needs TEST_DATABASE_URL and redis-server. `LEDGER_CALLS` is another number of calls.
 */
import { expect, test } from '@jest/globals';
import { Client as Pg } from 'pg';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config.ts';
import { readLedger } from '../../src/retiring/usage-ledger.ts';
import { openDatabase } from '../../src/wiring/open-database.ts';
import { startRedis } from '../live/chaos.ts';
import { newPerson } from '../support/cast.ts';
import { freePort } from '../support/free-port.ts';
import { preparedDatabase } from '../support/prepared-database.ts';
import { newFolder, startProcess } from '../support/started-process.ts';
import { calls, countsOf, inventClients, registerKnown, Truth } from './traffic.ts';

const all = Number(process.env['LEDGER_CALLS'] ?? 100_000);
const redisPort = await freePort();
const redis = process.env['TEST_DATABASE_URL'] ? await startRedis(redisPort) : null;
const withAll = redis ? test : test.skip;

withAll(
  'the ledger equals the truth',
  async () => {
    const prepared = await preparedDatabase();
    const environment = {
      ...prepared.environment,
      DATABASE_POOL: '8',
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    };
    const folders = await Promise.all([newFolder(), newFolder()]);
    const processes = folders.map(([folder]) => startProcess(folder, environment));
    const sql = new Pg({ connectionString: prepared.environment['DATABASE_URL'] });
    const database = await openDatabase(readConfig(prepared.environment), undefined, pino({ level: 'silent' }));
    try {
      await sql.connect();
      const urls: string[] = [];
      for (const started of processes) {
        await started.prints('/graphql');
        urls.push(/(http:\/\/\S+?)\/graphql/.exec(started.stdout())?.[1] ?? '');
      }
      const url = (i: number) => urls[i % 2] ?? '';
      const people = [];
      for (const name of ['One', 'Two', 'Three']) people.push(await newPerson({ url: url(0) }, 'Ledger', name));
      const clients = await inventClients(people);
      const truth = new Truth();
      for (const one of urls) await registerKnown(clients[0]!, one, truth);
      // What made the accounts and keys had no product in its User-Agent, as one of the clients has none.
      await new Promise((resolve) => setTimeout(resolve, 6000));
      const before = countsOf((await readLedger(database, new Date())).entries);
      let next = 0;
      const work = async () => {
        for (let i = next++; i < all; i = next++) {
          if (i === Math.floor(all / 2)) redis?.kill('SIGKILL');
          const client = clients[i % clients.length]!;
          truth.add(client.text, await calls[(i * 7) % calls.length]!(client, url(Math.floor(i / 5))));
        }
      };
      await Promise.all(Array.from({ length: 16 }, work));
      for (const started of processes) started.kill('SIGTERM');
      expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual([0, 0]);
      const counted = countsOf((await readLedger(database, new Date())).entries);
      // Those that registered the document are in what was counted before, and in the truth.
      for (const [key, count] of before)
        if (!key.startsWith(clients[0]?.text ?? ' ')) counted.set(key, (counted.get(key) ?? 0) - count);
      const found = [...counted].filter(([key, count]) => count !== 0 && !key.endsWith('\trest')).sort();
      expect(found).toEqual([...truth.counts].sort());
      const feeds = [...counted].filter(([key]) => /\trow|row\tGET \/post\/\t\w+ 2xx/.test(key));
      const ofRest = [...counted].filter(([key]) => key.endsWith('field\tQuery.feed\trest'));
      const sum = (counts: [string, number][]) => counts.reduce((whole, [, count]) => whole + count, 0);
      expect(sum(ofRest)).toBe(sum(feeds));
    } finally {
      for (const started of processes) started.kill('SIGKILL');
      await Promise.all(processes.map(({ ended }) => ended));
      await sql.end();
      await database.close();
      redis?.kill('SIGKILL');
      await prepared.remove();
      for (const [, remove] of folders) await remove();
    }
  },
  3_600_000,
);
