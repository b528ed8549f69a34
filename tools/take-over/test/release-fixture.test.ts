/**
 * What fills a database for the fixture of a release reaches every table. With FIXTURE=write on a PostgreSQL server, it is dumped to
 * `test/upgrades/releases/<version>.sql.gz`, and the bundle that was taken over is put beside it (`npm run release:fixture`).
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { testService } from '../../../test/support/service.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { fill } from '../../../test/upgrades/fill.ts';
import { bundleOf, writeRelease } from '../../../test/upgrades/releases.ts';
import { exampleRecords, writeReadableBundle, zipOf } from './bundle-maker.ts';
import { loaded } from './loading.ts';

const service = await testService();
const [folder, remove] = await newFolder();
afterAll(remove);

/** Tables of pg-boss that the service does not use, and those that only the version before has written. */
const unused = [
  ...['schedule', 'subscription', 'bam', 'warning', 'queue_stats', 'job_dependency'].map((name) => `pgboss.${name}`),
  ...['usage_page', 'usage_writer'].map((name) => `public.${name}`),
];

test('every table has rows', async () => {
  const bundle = await writeReadableBundle(join(folder, 'bundle'), exampleRecords());
  await fill(service, async () => void (await loaded(service, bundle)));
  const tables = await service.sql(
    `select n.nspname || '.' || c.relname as name,
       (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', n.nspname, c.relname), false, true, '')))[1]::text::int as rows
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'pgboss')`,
  );
  const empty = tables.filter(({ rows, name }) => rows === 0 && !unused.includes(String(name)));
  expect(empty.map(({ name }) => name)).toEqual([]);
  if (process.env['FIXTURE'] !== 'write') return;
  const { version } = JSON.parse(await readFile(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const [{ name } = {}] = await service.sql('select current_database() as name');
  writeRelease(version, String(name));
  await zipOf(bundle, bundleOf(version));
});
