/** The page on which staff see who calls what and what will be switched off, and pause it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UsageLedger } from '../../src/retiring/usage-ledger.ts';
import { as, newPerson, nobody } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { newFolder } from '../support/started-process.ts';

const [folder, removeFolder] = await newFolder();
afterAll(removeFolder);
const path = join(folder, 'plan.json');
const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().replace(/\.\d+/, '');
writeFileSync(
  path,
  JSON.stringify({
    retirements: [
      { name: 'GET /me/', deprecated: hour(-48), sunset: hour(72.5) },
      { name: 'GET /route/[id]/', deprecated: hour(-48), sunset: hour(-1) },
    ],
  }),
);
const service = await testService({ RETIREMENT_PLAN: path });
const staff = await newPerson(service, 'Paged', 'Staff');
const other = await newPerson(service, 'Paged', 'Other');
const keyOf = ({ authorization }: typeof staff) => authorization.split(':').at(-1) ?? '';
const page = '/staff/retiring';
const send = (fields: Record<string, string>) =>
  nobody(service).sendTo('POST', page, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

beforeAll(async () => {
  await service.sql('update users set is_staff = true where id = ?', [staff.id]);
  service.processContext.forgetKeys();
  await as(other).get('/me/', { 'User-Agent': 'Paged<b>App/7' });
  await as(other).get('/me/', { 'User-Agent': 'PagedApp/7' });
  await as(other).graphql('{ me { id } }');
  await service.retiring.flush();
  await service.sql(
    `insert into usage_count values (current_date, '\t(other)\t', '', 'row\tGET /me/\tjson 2xx', 2345)`,
  );
});

test('without a key, it is a form alone', async () => {
  const { status, text } = await nobody(service).sendTo('GET', page);
  expect(status).toBe(200);
  expect(text).toContain('API key of a staff account');
  // What stops the plan comes after the key, and first it is said what the plan does.
  expect(text).not.toMatch(/pause|in force/i);
  expect(text.indexOf('The plan names 2 parts of the interfaces. Today 1 is off, 1 is deprecated.')).toBeLessThan(
    text.indexOf('<form'),
  );
  expect(text).not.toContain('PagedApp');
});

test.each([
  ['no key', {}, 401],
  ['the key of somebody else', { key: keyOf(other) }, 403],
  ['a wrong key', { key: 'nonsense' }, 401],
])('with %s, it shows nothing', async (_what, fields, status) => {
  const answer = await send(fields as Record<string, string>);
  expect(answer.status).toBe(status);
  expect(answer.text).not.toContain('PagedApp');
});

describe('with the key of a staff account', () => {
  test('it shows the plan, rows, fields and clients', async () => {
    const { status, text } = await send({ key: keyOf(staff) });
    expect(status).toBe(200);
    expect(text).toMatch(/<td>GET \/me\/<\/td>\s*<td>deprecated<\/td>\s*<td>[-\d: ]+UTC<\/td>\s*<td>3 days<\/td>/);
    expect(text).toContain('<td>PagedApp</td>');
    expect(text).toContain('<td>Query.me</td>');
    expect(text).toContain('<polyline');
    const picture = /href="data:image\/svg\+xml;base64,([^"]+)"/.exec(text)?.[1] ?? '';
    const drawn = Buffer.from(picture, 'base64').toString();
    expect(drawn).toMatch(/^<svg\s[^]*<\/svg>$/);
    expect(drawn).not.toContain('class=');
  });

  test('it shows one client', async () => {
    const { text } = await send({ key: keyOf(staff), client: 'pagedapp' });
    expect(text).toContain('What pagedapp still uses');
    expect(text).toContain('2,345 calls are of clients that were not told apart');
    expect(text).toContain('<td>PagedApp</td>');
    expect(text).not.toContain('<td>Query.me</td>\n      <td class="number">1</td>\n      <td class="number">2</td>');
  });

  test('it pauses the plan, and puts it in force again', async () => {
    const before = await send({ key: keyOf(staff) });
    expect(before.text).toMatch(
      /<summary>Pause the plan<\/summary>\s*<p>Shall nothing be switched off[^]*value="pause">Yes, pause the plan</,
    );
    expect(before.text).not.toContain('value="resume"');
    const paused = await send({ key: keyOf(staff), action: 'pause' });
    expect(paused.text).toMatch(
      /<summary>Put the plan in force<\/summary>[^]*value="resume">Yes, put the plan in force</,
    );
    expect(paused.text).not.toContain('value="pause"');
    expect(paused.text).toMatch(/The plan is paused since [-\d: ]+ UTC: nothing is switched off/);
    expect(paused.text).toContain('<td>kept by the pause: off</td>');
    expect(await service.sql('select id from retirement_pause')).toEqual([{ id: 1 }]);
    const resumed = await send({ key: keyOf(staff), action: 'resume' });
    expect(resumed.text).not.toContain('The plan is paused');
  });

  test('programs receive the ledger', async () => {
    const { text, status } = await as(staff).sendTo('GET', page, { headers: { Accept: 'application/json' } });
    expect(status).toBe(200);
    const { ledger, plan } = JSON.parse(text) as { ledger: UsageLedger; plan: unknown[] };
    expect(ledger.entries.map(({ client }) => client.product)).toContain('PagedApp');
    expect(plan).toContainEqual(expect.objectContaining({ name: 'GET /me/', never: [] }));
  });

  test('without a plan, there is nothing to pause', async () => {
    writeFileSync(path, JSON.stringify({ retirements: [] }));
    await service.processContext.plan.reload();
    const { text } = await send({ key: keyOf(staff) });
    expect(text).toContain('There is no plan: nothing will be switched off.');
    expect(text).not.toContain('<summary>');
  });
});
