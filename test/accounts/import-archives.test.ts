/** The mutation `importMyData` brings the archives of other services in: Strava, Garmin, and zips of recordings. */
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { fitFile, fitRecord, fitRun, fitSession, tcxRun } from '@runners/recordings/samples';
import { as, befriend, newPerson } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { bring, zipOf } from './import-my-data.ts';

const service = await testService();
let people = 0;
let eve: Person;
beforeEach(async () => {
  eve = await newPerson(service, `Eve${'abcdefghijklmnopqrstuvwxyz'[people++]}`, 'Evans');
});

interface Result {
  file: string;
  outcome: string;
  reason: string | null;
  workout: { databaseId: number; title: string; privacy: string; runType: string; uploadFormat: string } | null;
}
async function resultsOf(person: Person): Promise<Result[]> {
  const { data, errors } = await as(person).graphql<{
    dataImport: { results: { nodes: Result[]; totalCount: number } };
  }>(
    `{ dataImport { results(first: 50) { totalCount
      nodes { file outcome reason workout { databaseId title privacy runType uploadFormat } } } } }`,
  );
  expect(errors).toEqual([]);
  const { nodes, totalCount } = data!.dataImport.results;
  expect(totalCount).toBe(nodes.length);
  return nodes;
}
const short = (results: Result[]) =>
  results.map(({ file, outcome, workout }) => [file, outcome, workout?.title ?? null]);
const zip = (files: Record<string, Buffer | string>) => zipOf(new Map(Object.entries(files)));
const day = (date: string) => makeGpx({ start: `${date}T07:00:00Z`, points: 40 });
const ride = fitFile([fitRecord(172_800), fitRecord(172_809), fitSession(172_800, 12, 40, 2)]);
const english =
  'Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Filename,Distance\n';

describe('an archive of Strava', () => {
  const files = {
    'activities/1.fit.gz': gzipSync(fitRun()),
    'activities/2.gpx': day('2016-02-03'),
    'activities/3.tcx.gz': gzipSync(tcxRun().replaceAll('2024-05-01', '2021-05-01')),
    'activities/9.gpx': day('2017-02-03'),
    'profile.jpg': 'not looked at',
  };
  const archive = (more: string) =>
    zip({
      ...files,
      'activities.csv':
        `\u{feff}${english}1,"May 1, 2024, 6:00:00 AM",Über den Berg,Run,"Steep, ""wet""\nand long",60,0.20,activities/1.fit.gz,200.1\n` +
        '2,"Feb 3, 2016, 7:00:00 AM",Morning Run,Trail Run,,60,1.1,activities/2.gpx,1100\n' +
        `3,"May 1, 2021, 6:00:00 AM",,Run,,60,0.20,activities/3.tcx.gz,200.1\n${more}`,
    });

  test('comes in with names, descriptions and sports of its list, private by default', async () => {
    const told = await bring(
      eve,
      await archive(
        '4,"Mar 7, 2015, 5:04:03\u202fPM",By hand,Run,,1800,"5,01",,5010\n5,7. März 2015,Von Hand,Run,,1800,5,,\n' +
          '6,"Mar 7, 2015, 5:04:03 PM",Gone,Run,,1800,5,activities/6.gpx,5000\n',
      ),
    );
    expect(told).toMatchObject({ state: 'DONE', total: 7, done: 7, added: 5, duplicates: 0, refusedCount: 2 });
    const results = await resultsOf(eve);
    expect(short(results)).toEqual([
      ['activities/1.fit.gz', 'ADDED', 'Über den Berg'],
      ['activities/2.gpx', 'ADDED', 'Morning Run'],
      ['activities/3.tcx.gz', 'ADDED', 'Running'],
      ['activities.csv, run 4', 'ADDED', 'By hand'],
      ['activities.csv, activity 5', 'REFUSED', null],
      ['activities/6.gpx', 'REFUSED', null],
      ['activities/9.gpx', 'ADDED', 'Morning'],
    ]);
    expect(results[4]?.reason).toBe('It has no file, and its date cannot be read.');
    expect(results.flatMap(({ workout }) => workout?.privacy ?? [])).toEqual(Array(5).fill('PRIVATE'));
    const rows = await service.sql(
      'select title, post_body, run_date, source_type, source, distance_in_meters::float8 as meters from workout where user_id = ? and title in (?, ?) order by title',
      [eve.id, 'By hand', 'Über den Berg'],
    );
    expect(rows).toMatchObject([
      { title: 'By hand', source: 'json', meters: 5010 },
      { title: 'Über den Berg', post_body: 'Steep, "wet"\nand long', source: 'fit', source_type: 'Run' },
    ]);
    const again = await bring(eve, await archive(''));
    expect(again).toMatchObject({ added: 0, duplicates: 4, refusedCount: 0 });
    expect((await resultsOf(eve)).map(({ workout }) => workout?.databaseId)).toEqual(
      [0, 1, 2, 6].map((at) => results[at]?.workout?.databaseId),
    );
  });

  test('comes in with the columns of another language, in a folder', async () => {
    const german =
      'Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Beschreibung,Verstrichene Zeit,Distanz,Dateiname';
    await bring(
      eve,
      await zip({
        'export_1/activities.csv': `${german}\n2,"03.02.2016, 07:00:00",Morgenlauf,Lauf,,60,1,activities/2.gpx\n`,
        'export_1/activities/2.gpx': files['activities/2.gpx'],
      }),
      { onlyRuns: true },
    );
    expect(short(await resultsOf(eve))).toEqual([['export_1/activities/2.gpx', 'ADDED', 'Morgenlauf']]);
  });

  test('whose list cannot be read comes in without it', async () => {
    const told = await bring(eve, await zip({ ...files, 'activities.csv': `${english}"${'x'.repeat(1 << 17)}` }));
    expect(told).toMatchObject({ added: 4, refused: [{ file: 'activities.csv' }] });
    expect(told.refused[0]?.reason).toMatch(/^It is not valid CSV: .*\.$/);
  });
});

test('an archive of Garmin comes in with the recordings in its zips, and without its other files', async () => {
  const folder = 'DI_CONNECT/DI-Connect-Uploaded-Files';
  const first = await zip({ 'eve_1.fit': fitRun(), 'eve_2.fit': ride, 'eve_3.fit': fitRun().subarray(0, 20) });
  const told = await bring(
    eve,
    await zip({
      'DI_CONNECT/DI-Connect-User/user.json': '{}',
      [`${folder}/UploadedFiles_0-_Part1.zip`]: first,
      [`${folder}/UploadedFiles_0-_Part2.zip`]: first.subarray(0, 90),
    }),
    { onlyRuns: true },
  );
  expect(told).toMatchObject({ state: 'DONE', total: 4, added: 1, refusedCount: 3 });
  expect(short(await resultsOf(eve))).toEqual([
    [`${folder}/UploadedFiles_0-_Part1.zip/eve_1.fit`, 'ADDED', 'Running'],
    [`${folder}/UploadedFiles_0-_Part1.zip/eve_2.fit`, 'REFUSED', null],
    [`${folder}/UploadedFiles_0-_Part1.zip/eve_3.fit`, 'REFUSED', null],
    [`${folder}/UploadedFiles_0-_Part2.zip`, 'REFUSED', null],
  ]);
});

test('a folder of recordings comes in with a result for each, and a run that is there twice names the first', async () => {
  await bring(
    eve,
    await zip({
      '2019/a.gpx': day('2019-01-02'),
      '2019/b': gzipSync(day('2019-01-02')),
      'c.fit': ride,
      'notes.txt': 'Shoes',
      'page.xml': '<html></html>',
      '__MACOSX/2019/._a.gpx': 'x',
      '.DS_Store': 'x',
    }),
  );
  const results = await resultsOf(eve);
  expect(short(results)).toEqual([
    ['2019/a.gpx', 'ADDED', 'Morning'],
    ['2019/b', 'DUPLICATE', 'Morning'],
    ['c.fit', 'ADDED', 'Cycling'],
    ['notes.txt', 'REFUSED', null],
    ['page.xml', 'REFUSED', null],
  ]);
  expect(results[1]?.workout?.databaseId).toBe(results[0]?.workout?.databaseId);
  expect(results[3]?.reason).toBe('It is neither a GPX nor a TCX nor a FIT file.');
  expect(results[4]?.reason).toContain('neither GPX nor TCX');
});

test('friends see what comes in for them, as of when it was run, and are told nothing', async () => {
  const bob = await newPerson(service, 'Bob', `Baker`);
  await befriend(service, eve, bob);
  const told = async () =>
    service.sql(
      'select (select count(*)::int from notification) as n, (select count(*)::int from live_event where kind <> ?) as events',
      ['import'],
    );
  const before = await told();
  await bring(eve, await zip({ 'a.gpx': day('2019-01-02') }), { privacy: 'FRIENDS' });
  expect(await told()).toEqual(before);
  const [post] = await service.sql('select created_date, privacy from post where author_id = ?', [eve.id]);
  expect(post).toMatchObject({ privacy: 'friends' });
  expect(new Date(String(post?.['created_date'])).getUTCFullYear()).toBe(2019);
});

describe('what is hostile is refused, and harms nothing', () => {
  const evil = async (from: string, to: string) =>
    Buffer.from((await zip({ [from]: day('2018-01-02') })).toString('latin1').replaceAll(from, to), 'latin1');
  const hostile: [string, () => Promise<Buffer>, RegExp][] = [
    ['a bomb', () => zip({ 'x.gpx': Buffer.alloc(300 * 2 ** 20, '<') }), /inflates/],
    ['a path that leads out', () => evil('aa/evil.gpx', '../evil.gpx'), /\.\.|relative/],
    ['a link', () => zipOf(new Map([['x.gpx', '/etc/passwd']]), 0o120777), /link/],
    ['a name with control characters', () => evil('ab.gpx', 'a\u0001.gpx'), /control characters/],
  ];
  test.each(hostile)('%s in a zip in the archive', async (_what, made, sentence) => {
    const told = await bring(eve, await zip({ 'a.gpx': day('2018-01-01'), 'b.zip': await made() }));
    expect(told).toMatchObject({ state: 'DONE', added: 1, refused: [{ file: 'b.zip' }] });
    expect(told.refused[0]?.reason).toMatch(sentence);
  });

  test('a gzip file that grows without end, and a zip in a zip in a zip', async () => {
    const inner = await zip({ 'c.zip': await zip({ 'c.gpx': day('2018-01-03') }) });
    const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20));
    await bring(eve, await zip({ 'a.gpx': day('2018-01-01'), 'b.gpx.gz': bomb, 'c.zip': inner }));
    expect(short(await resultsOf(eve))).toEqual([
      ['a.gpx', 'ADDED', 'Morning'],
      ['b.gpx.gz', 'REFUSED', null],
      ['c.zip/c.zip', 'REFUSED', null],
    ]);
  });

  test('names in another encoding', async () => {
    const told = await bring(eve, await evil('L\u00e4ufe.gpx'.replace('\u00e4', 'aa'), 'L\u00e4\u0084ufe.gpx'));
    expect(told).toMatchObject({ state: 'DONE', added: 1 });
  });

  test('names in activities.csv that lead out', async () => {
    const line =
      '1,"May 1, 2024, 6:00:00 AM",x,Run,,60,1,activities/..,1\n2,"May 1, 2024, 6:00:00 AM",x,Run,,1e999,1,../../etc/passwd,1\n';
    const told = await bring(eve, await zip({ 'activities.csv': english + line }));
    expect(told).toMatchObject({ state: 'DONE', added: 0, refusedCount: 2 });
  });
});
