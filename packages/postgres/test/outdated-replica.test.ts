/** A migration of another process changes the types of columns: what a replica's connections have prepared is prepared again. */
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { driverOf } from '../connection/driver.ts';
import { WatchedReplica } from '../server/watched-replica.ts';
import { driver, given, read, server } from './given.ts';

if (!server) process.stderr.write('outdated replicas: skipped, TEST_DATABASE_URL is not set\n');

const table = `test_copied_${process.pid}`;
const labels = read<{ label: string }>('test_read_labels', `select * from ${table}`);

(server ? test : test.skip)('a replica answers what its connections had prepared before', async () => {
  const url = server ?? '';
  const primary = new pg.Client({ connectionString: url });
  await primary.connect();
  await primary.query(`create table ${table} as select 'first'::varchar(20) as label`);
  // Any server is read from by this class, and others decide whether it follows the primary.
  const config = { databaseUrl: url, databasePool: 4, dataDir: '', driver } as const;
  const replica = new WatchedReplica(url, config, 1000, await driverOf(config), given);
  const readOften = async () =>
    (await Promise.all(Array.from({ length: 40 }, () => replica.all(labels, [])))).flat().map(({ label }) => label);
  try {
    expect(new Set(await readOften())).toEqual(new Set(['first']));
    await primary.query(`alter table ${table} alter column label type text`);
    expect(new Set(await readOften())).toEqual(new Set(['first']));
  } finally {
    await replica.close();
    await primary.query(`drop table ${table}`);
    await primary.end();
  }
});
