/** What `importMyData` refuses: hostile archives, uploads of others, a second import at a time; and what ends it in the middle. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../mail/patience.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { sweepDataImports } from '../../src/domain/accounts/import-my-data.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';
import { archiveOf, begin, bring, changed, comparable, ended, prepare, put, shown, zipOf } from './import-my-data.ts';

const service = await testService({ RATE_LIMITS: 'on' });
let ann: Person;
let archive: Buffer;
/** The number of runs in the archive. */
const runs = 40;
beforeAll(async () => {
  ann = await newPerson(service, 'Ann', 'Archer');
  await as(ann).upload(makeGpx());
  for (let more = 1; more < runs; more++) await record(ann, { privacy: 'private' });
  archive = await archiveOf(ann);
});

let people = 0;
const somebody = () => newPerson(service, `Somebody${'abcdefghijklmnopqrstuvwxyz'[people++]}`, 'Else');
const runsOf = async ({ id }: Person) =>
  Number((await service.sql('select count(*)::int as n from workout where user_id = ?', [id]))[0]?.['n']);

/** A zip whose names are others than those with which it was made, which have the same length. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  expect(to).toHaveLength(from.length);
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}
const one = (name: string, content: Buffer | string = 'x') => new Map([[name, content]]);

describe('an archive that is refused', () => {
  const hostile: [string, () => Promise<Buffer>, RegExp][] = [
    [
      'leads out of its folder',
      async () => renamed(await zipOf(one('aa/evil.json')), 'aa/evil', '../evil'),
      /\.\.|relative/,
    ],
    ['has an absolute path', async () => renamed(await zipOf(one('a/evil.json')), 'a/evil', '//evil'), /absolute/],
    ['has a link', () => zipOf(one('workouts.json', '/etc/passwd'), 0o120777), /link/],
    [
      'has a file twice',
      async () =>
        renamed(
          await zipOf(
            new Map([
              ['a.json', '1'],
              ['b.json', '2'],
            ]),
          ),
          'b.json',
          'a.json',
        ),
      /twice/,
    ],
    ['is a bomb', () => zipOf(one('workouts.json', Buffer.alloc(300 * 2 ** 20))), /inflates/],
    ['is no zip', async () => Buffer.from('no zip'), /cannot be read/],
    ['was cut off', async () => archive.subarray(0, archive.length / 2), /cannot be read/],
    ['is another zip', () => zipOf(one('holiday.txt')), /no archive of `exportMyData`/],
  ];
  test.each(hostile)('because it %s', async (_why, made, sentence) => {
    const eve = await somebody();
    const told = await bring(eve, await made());
    expect(told).toMatchObject({ state: 'REFUSED', total: null, added: 0, reason: expect.stringMatching(sentence) });
    expect(told.reason).toMatch(/^[A-Z".\w/].*\.$/);
    expect(await runsOf(eve)).toBe(0);
    expect(await service.sql('select count(*)::int as n from data_import_part')).toEqual([{ n: 0 }]);
  });

  test('or whose records say what no run can be', async () => {
    const eve = await somebody();
    const [first, ...rest] = comparable(archive)['workouts.json'] as Record<string, unknown>[];
    const odd = [
      { runDate: '2999-01-01T00:00:00Z' },
      { durationInSeconds: -1 },
      { distanceInMeters: 1e300 },
      { privacy: 'everybody' },
      { title: 'a\u0000b' },
      { runType: 'Nap' },
      { createdDate: 'yesterday' },
    ].map((change, at) => ({ ...first, postId: null, ...change, id: 900 + at }));
    expect(rest.length).toBe(runs - 1);
    const told = await bring(eve, await changed(archive, { 'workouts.json': JSON.stringify(odd) }));
    expect(told).toMatchObject({ state: 'DONE', refusedCount: odd.length });
    expect(await runsOf(eve)).toBe(0);
  });
});

describe('the upload of an archive', () => {
  test('is for its owner, and for the signature of its URL', async () => {
    const [eve, fay] = [await somebody(), await somebody()];
    const { uploadId, uploadUrl } = await prepare(eve);
    expect(await begin(eve, uploadId)).toBe('INVALID');
    expect((await put(uploadUrl.replace(/.{4}$/, 'AAAA'), archive)).status).toBe(404);
    const other = await prepare(fay);
    expect((await put(uploadUrl.replace(uploadId, other.uploadId), archive)).status).toBe(404);
    expect((await put(uploadUrl, archive)).status).toBe(204);
    expect([await begin(fay, uploadId), await begin(fay, other.uploadId)]).toEqual(['NOT_FOUND', 'INVALID']);
    expect(await shown(fay)).toMatchObject({ state: 'PREPARED', done: 0 });
    const { errors } = await nobody(service).graphql(
      `mutation { importMyData(input: { uploadId: "${uploadId}" }) { import { state } } }`,
    );
    expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect([await runsOf(eve), await runsOf(fay)]).toEqual([0, 0]);
  });

  test('may be sent again, whole or after it was cut off, but not as another one', async () => {
    const eve = await somebody();
    const { uploadId, uploadUrl } = await prepare(eve);
    const cut = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(archive.subarray(0, 100)));
        setTimeout(() => controller.error(new Error('the connection is gone')), 100);
      },
    });
    const sending = { method: 'PUT', body: cut, duplex: 'half' } as RequestInit;
    await expect(fetch(uploadUrl, sending)).rejects.toThrow();
    const statuses = await Promise.all([put(uploadUrl, archive), put(uploadUrl, archive)]);
    expect(statuses.map(({ status }) => status).sort()).toContain(204);
    expect((await put(uploadUrl, archive)).status).toBe(204);
    expect((await put(uploadUrl, await zipOf(one('a')))).status).toBe(400);
    const attempts = 'select distinct attempt from data_import_part where import_id = ?';
    await until(
      async () => (await service.sql(attempts, [uploadId])).length === 1,
      'the parts of other attempts to go',
    );
    await begin(eve, uploadId);
    expect(await begin(eve, uploadId)).not.toBe('NOT_FOUND');
    expect(await ended(eve)).toMatchObject({ state: 'DONE', refusedCount: 0 });
    expect(await runsOf(eve)).toBe(runs);
    expect(await begin(eve, uploadId)).toMatchObject({ state: 'DONE' });
  });

  test('has a largest size', async () => {
    const { pathname, search } = new URL((await prepare(await somebody())).uploadUrl);
    const headers = { 'Content-Length': String(513 * 2 ** 20), Expect: '100-continue' };
    expect((await nobody(service).sendTo('PUT', `${pathname}${search}`, { headers })).status).toBe(413);
  });
});

describe('an import under way', () => {
  test('is the only one of its owner, of whom five a day are prepared', async () => {
    const eve = await somebody();
    const { uploadId, uploadUrl } = await prepare(eve);
    await put(uploadUrl, archive);
    await begin(eve, uploadId);
    await service.sql(`update data_import set state = 'running', finished_date = null where id = ?`, [uploadId]);
    await expect(prepare(eve)).rejects.toThrow('RATE_LIMITED');
    await service.sql(`update data_import set state = 'done' where id = ?`, [uploadId]);
    for (let more = 0; more < 3; more++) await prepare(eve);
    await expect(prepare(eve)).rejects.toThrow('RATE_LIMITED');
  });

  test('ends with the account', async () => {
    const eve = await somebody();
    const { uploadId, uploadUrl } = await prepare(eve);
    await put(uploadUrl, archive);
    await begin(eve, uploadId);
    await until(async () => (await runsOf(eve)) > 0, 'the import to be under way');
    await as(eve).graphql('mutation ($password: String!) { deleteAccount(input: { password: $password }) { done } }', {
      password: eve.password,
    });
    await until(
      async () =>
        (await service.sql(`select id from pgboss.job where name = 'import-data' and state = 'active'`)).length === 0,
      'the job to end',
    );
    expect(await runsOf(eve)).toBe(0);
    expect(await service.sql('select id from data_import where user_id = ?', [eve.id])).toEqual([]);
    expect(await service.sql('select place from data_import_part where import_id = ?', [uploadId])).toEqual([]);
  });

  test('goes on where a process ended, and two processes bring everything once', async () => {
    const eve = await somebody();
    const { uploadId, uploadUrl } = await prepare(eve);
    await put(uploadUrl, archive);
    await begin(eve, uploadId);
    // Further jobs for the same import, as after a process that seemed to have died.
    const { dataImports } = service.processContext.integrations;
    for (let more = 0; more < 2; more++)
      await service.database.transaction(async (tx) =>
        dataImports.add(await tx.em(), crypto.randomUUID(), { importId: uploadId }),
      );
    const told = await ended(eve);
    expect(told).toMatchObject({ state: 'DONE', refusedCount: 0, done: told.total });
    expect(told.added + told.duplicates).toBe(told.total);
    expect(await runsOf(eve)).toBe(runs);
    expect(comparable(await archiveOf(eve))).toEqual(comparable(archive));
  });

  test('ends when processes have ended before the first thing, again and again', async () => {
    const eve = await somebody();
    const { uploadId, uploadUrl } = await prepare(eve);
    await put(uploadUrl, archive);
    await service.sql('update data_import set stuck = 8 where id = ?', [uploadId]);
    await begin(eve, uploadId);
    expect(await ended(eve)).toMatchObject({
      state: 'REFUSED',
      reason: 'The archive could not be read, several times.',
    });
    expect(await runsOf(eve)).toBe(0);
  });

  test('that no job goes on with any more ends after a week, and another one can begin', async () => {
    const eve = await somebody();
    const { uploadId } = await prepare(eve);
    await service.sql(
      "update data_import set state = 'running', started_date = now() - interval '8 days' where id = ?",
      [uploadId],
    );
    await sweepDataImports({ database: service.database, now: () => new Date() });
    expect(await shown(eve)).toMatchObject({ state: 'REFUSED', reason: 'It was given up: send the archive again.' });
    expect(await prepare(eve)).toMatchObject({ uploadUrl: expect.stringContaining('/') });
  });
});
