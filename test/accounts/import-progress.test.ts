/** An import of an archive tells its owner how far it is, `dataImportChanged`, and can be cancelled, `cancelMyDataImport`. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../mail/patience.ts';
import { as, befriend, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { holdStatements } from '../support/held-statements.ts';
import { liveCursor, stream } from '../support/live.ts';
import { testService } from '../support/service.ts';
import { begin, bring, cancel, ended, prepare, put, shown, zipOf } from './import-my-data.ts';
import type { Shown } from './import-my-data.ts';

const service = await testService();
let people = 0;
const somebody = () => newPerson(service, `Somebody${'abcdefghijklmnopqrstuvwxyz'[people++]}`, 'Else');

/** The number of runs in the archive. */
const runs = 60;
let archive: Buffer;
beforeAll(async () => {
  const day = (run: number) => new Date(Date.UTC(2016, 0, 1 + run, 7)).toISOString();
  const files = Array.from(
    { length: runs },
    (_, run) => [`${run}.gpx`, makeGpx({ start: day(run), points: 40 })] as const,
  );
  archive = await zipOf(new Map(files));
});

const runsOf = async ({ id }: Person) =>
  Number((await service.sql('select count(*)::int as n from workout where user_id = ?', [id]))[0]?.['n']);
const partsOf = async (uploadId: string) =>
  (await service.sql('select place from data_import_part where import_id = ?', [uploadId])).length;
const jobsAreOver = () =>
  until(
    async () =>
      (await service.sql(`select id from pgboss.job where name = 'import-data' and state in ('created', 'active')`))
        .length === 0,
    'the jobs to end',
  );

/** Prepares an import whose archive is there. */
async function uploaded(person: Person): Promise<string> {
  const { uploadId, uploadUrl } = await prepare(person);
  expect((await put(uploadUrl, archive)).status).toBe(204);
  return uploadId;
}

describe('an import that is cancelled', () => {
  test('keeps what came in, brings nothing more, and removes the archive', async () => {
    const eve = await somebody();
    const uploadId = await uploaded(eve);
    await begin(eve, uploadId);
    await until(async () => (await runsOf(eve)) > 1, 'the first runs to come in');
    const cancelled = await cancel(eve);
    const came = await runsOf(eve);
    expect(cancelled).toMatchObject({ state: 'CANCELLED', total: runs, done: came, added: came, reason: null });
    expect(came).toBeLessThan(runs);
    expect(await partsOf(uploadId)).toBe(0);
    await jobsAreOver();
    expect(await shown(eve)).toEqual(cancelled);
    expect(await runsOf(eve)).toBe(came);
    expect(await begin(eve, uploadId)).toEqual(cancelled);
    expect(await bring(eve, archive)).toMatchObject({ state: 'DONE', added: runs - came, duplicates: came });
  });

  test('before the first thing brings nothing, and a job that has read the archive stops', async () => {
    const eve = await somebody();
    const held = holdStatements(service, /^count_import$/);
    await begin(eve, await uploaded(eve));
    await until(() => held.waiting() > 0, 'the archive to be read');
    expect(await cancel(eve)).toMatchObject({ state: 'CANCELLED', done: 0 });
    held.release();
    await jobsAreOver();
    expect([await shown(eve), await runsOf(eve)]).toMatchObject([{ state: 'CANCELLED', done: 0 }, 0]);
  });

  test('before it has begun neither begins nor takes an archive', async () => {
    const eve = await somebody();
    const { uploadId, uploadUrl } = await prepare(eve);
    const held = holdStatements(service, /^fill_import$/);
    const sending = put(uploadUrl, archive);
    await until(() => held.waiting() > 0, 'the archive to be there');
    expect(await cancel(eve)).toMatchObject({ state: 'CANCELLED', total: null });
    held.release();
    expect((await sending).status).toBe(404);
    expect((await put(uploadUrl, archive)).status).toBe(404);
    expect(await partsOf(uploadId)).toBe(0);
    expect(await begin(eve, uploadId)).toMatchObject({ state: 'CANCELLED' });
  });

  test('is that of the caller, and one that is over stays as it is', async () => {
    const [eve, fay] = [await somebody(), await somebody()];
    expect(await cancel(fay)).toBe('NOT_FOUND');
    await begin(eve, await uploaded(eve));
    expect(await cancel(fay)).toBe('NOT_FOUND');
    const told = await ended(eve);
    expect(told).toMatchObject({ state: 'DONE', added: runs });
    expect([await cancel(eve), await shown(eve)]).toEqual([told, told]);
  });
});

describe('the owner is told', () => {
  const query = `subscription ($after: String) {
    dataImportChanged(after: $after) { cursor import { state total done added duplicates refusedCount } }
  }`;
  const listen = async (person: Person, after: string) =>
    stream(service.url, { Authorization: person.authorization }, { query, variables: { after } });
  const importsIn = ({ events }: Awaited<ReturnType<typeof listen>>) => events.map((event) => event['import'] as Shown);

  test('how far it is until it is over, and nobody else is', async () => {
    const [eve, fay] = [await somebody(), await somebody()];
    await befriend(service, eve, fay);
    const after = await liveCursor(as(eve));
    const [own, other] = await Promise.all([eve, fay].map((person) => listen(person, after)));
    await bring(eve, archive, { privacy: 'FRIENDS' });
    await own!.results.until(() => importsIn(own!).at(-1)?.state === 'DONE');
    const counts = { total: runs, done: runs, added: runs, duplicates: 0, refusedCount: 0 };
    expect(importsIn(own!).at(-1)).toEqual({ state: 'DONE', ...counts });
    const done = importsIn(own!).map((told) => told.done);
    expect(done).toEqual(done.toSorted((one, another) => one - another));
    // Whoever comes later is told once, of how it is now.
    const late = await listen(eve, after);
    expect(await late.first(1)).toMatchObject([{ import: { state: 'DONE' } }]);
    // Fay is told of her own import, and of nothing before it.
    await bring(fay, await zipOf(new Map([['1.gpx', makeGpx()]])));
    await other!.results.until(() => importsIn(other!).at(-1)?.state === 'DONE');
    expect(Math.max(...importsIn(other!).map(({ total }) => total ?? 0))).toBe(1);
    for (const live of [own!, other!, late]) live.stop();
  });

  test('at most about once a second', async () => {
    const eve = await somebody();
    await bring(eve, archive);
    const [events] = await service.sql(
      `select count(*)::int as n, extract(epoch from max(created_date) - min(created_date))::float8 as seconds
       from live_event where kind = 'import' and user_id = ?`,
      [eve.id],
    );
    // It waits, runs, knows its length, and is done.
    expect(Number(events?.['n'])).toBeGreaterThanOrEqual(4);
    expect(Number(events?.['n'])).toBeLessThanOrEqual(5 + Number(events?.['seconds']));
  });
});
