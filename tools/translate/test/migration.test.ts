/**
 * Every row of the REST interface is translated into GraphQL, executed in both and found equal, in each format of its body and answer
 * and with the override header. Nothing that is executed for a comparison is kept.
 */
import { describe, expect, test } from '@jest/globals';
import { quote } from 'shell-quote';
import type { Migrated, MigratedCall } from '../migrate-calls.ts';
import { rowDocuments } from '../../../rest-compat/row-documents.ts';
import { table } from '../../../rest-compat/table.ts';
import { plainFields } from '../../../rest-compat/endpoint.ts';
import { as, nobody } from '../../../test/support/cast.ts';
import type { Person } from '../../../test/support/cast.ts';
import { contentTypes } from '../../../test/support/client.ts';
import type { Answer } from '../../../test/support/client.ts';
import { getRows } from '../../../test/support/get-rows.ts';
import { placesReady } from '../../../test/support/places-ready.ts';
import { randomWorld } from '../../../test/support/random-world.ts';
import { testService } from '../../../test/support/service.ts';
import { writtenLater } from '../../../test/support/whole-digest.ts';
import { written } from '../../../test/rest-compat/mutated.ts';
import type { Format } from '../../../test/rest-compat/mutated.ts';
import { isFile, writeRows } from '../../../test/rest-compat/write-rows.ts';

const service = await testService({ PLAYGROUND: 'on' });
// Signed URLs change every day, so the clock of the test stays within one day.
service.clock.set(new Date());
const { ids, ann, people } = await randomWorld(service);
const bob = people.find(({ firstName }) => firstName === 'Bob') as Person;
await placesReady(ann);

function post(person: Person | null, form: Record<string, string>, accept = 'application/json'): Promise<Answer> {
  const parcel = {
    headers: { Accept: accept, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  };
  return person ? as(person).sendTo('POST', '/migrate', parcel) : nobody(service).sendTo('POST', '/migrate', parcel);
}

async function migrated(call: string, person: Person | null = ann): Promise<MigratedCall> {
  const answer = await post(person, { call });
  const result = answer.json() as unknown as Migrated;
  if ('error' in result) throw new Error(result.error);
  expect([answer.status, result.calls]).toEqual([200, [expect.anything()]]);
  return result.calls[0] as MigratedCall;
}

/** What is in the tables that calls write to. */
async function stored(): Promise<unknown> {
  const tables = await service.sql(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`,
  );
  // Keys of files are stored at once and removed later.
  const others = new Set(['picture_file', ...writtenLater]);
  const names = tables.map(({ name }) => String(name)).filter((name) => !others.has(name));
  // Live events receive their positions after their transaction, and the last use of keys is stored by itself.
  const counted = new Set(['live_event', 'api_key']);
  const content = (name: string) => (counted.has(name) ? 'null' : "md5(string_agg(t::text, '' order by t::text))");
  const each = names.map((name) => `select '${name}' as name, count(*) as n, ${content(name)} as d from "${name}" t`);
  return service.sql(each.join(' union all '));
}

const before = await stored();

/** Rows with an answer that GraphQL gives to nobody else (decisions N19), so that they are asked about oneself. */
const own = { user: [ann.id], preferences: [ann.id], profile: [ann.id], stats: [ann.id] };
const things = {
  user: own.user,
  name: ['b'],
  friend: bob.id,
  friendship: ids.Friendship,
  workout: ids.Workout,
  post: ids.Post,
  picture: ids.Picture,
  comment: ids.Comment,
  conversation: ids.Conversation,
  message: ids.Message,
  route: ids.Route,
  event: ids.Event,
  participant: ids.EventParticipant,
};

/** The paths of a row that answers a GET: of things that Ann sees if there are any. */
function pathsOf(label: string): string[] {
  const { one, list } = getRows[label] ?? {};
  return [...(list?.(things) ?? []), ...(one?.(things) ?? []).slice(-2)];
}

describe('a row that reads is translated and equal', () => {
  const labels = Object.keys(table).filter((label) => label.startsWith('GET '));

  test.each(labels)('%s', async (label) => {
    const statuses = new Set<number>();
    for (const path of pathsOf(label))
      for (const type of ['json', 'xml', 'yaml'] as const) {
        const { translation, comparison } = await migrated(
          quote(['curl', `https://old.example/api/v1${path}`, '-H', `Accept: ${contentTypes[type]}`]),
        );
        expect([path, type, comparison]).toEqual([path, type, expect.objectContaining({ equal: true, anew: [] })]);
        expect(translation?.document.id).toBe(rowDocuments.get(table[label] as never)?.id);
        const sent = await as(ann).get(path, { Accept: contentTypes[type] });
        expect([sent.status, sent.text]).toEqual([comparison?.rest.status, comparison?.rest.body]);
        statuses.add(sent.status);
      }
    expect([...statuses]).toContain(200);
  });
});

/** The social network is not configured here, and the passwords of these requests are wrong. */
const refused = new Set(['POST /account/login/', 'POST /account/social/login/', 'POST /user/password/']);

describe('a row that writes is translated and equal', () => {
  const rows = writeRows({ ids, ann });

  test.each(Object.keys(table).filter((label) => !label.startsWith('GET ')))('%s', async (label) => {
    const [path, of, body] = rows[label] as (typeof rows)[string];
    const method = label.slice(0, label.indexOf(' '));
    const ways = method === 'POST' ? [method] : [method, 'override'];
    const formats = isFile(body) ? ['file'] : (table[label]?.takes ?? plainFields);
    const statuses = new Set<number>();
    for (const id of of.length > 0 ? of.slice(0, 3) : [0])
      for (const way of ways)
        for (const format of formats) {
          const url = `https://old.example/api/v1${path.replace('#', String(id))}`;
          const call = isFile(body)
            ? harOf(way, url, body.type, body.bytes)
            : quote([
                'curl',
                '-X',
                way === 'override' ? 'POST' : way,
                url,
                ...(way === 'override' ? ['-H', `X-HTTP-Method-Override: ${method}`] : []),
                ...(Object.keys(body).length > 0
                  ? [
                      '-H',
                      `Content-Type: ${contentTypes[format as Format]}`,
                      '--data-raw',
                      written[format as Format](body),
                    ]
                  : []),
              ]);
          const { comparison, reason, translation } = await migrated(call);
          expect(translation?.row).toBe(label);
          if (label === 'POST /workout/[ID]/share/') expect(reason).toMatch(/social network/);
          else
            expect([id, way, format, comparison]).toEqual([id, way, format, expect.objectContaining({ equal: true })]);
          if (comparison) statuses.add(comparison.rest.status);
        }
    const succeeded = [...statuses].some((status) => status < 300);
    expect([label, succeeded]).toEqual([label, !refused.has(label) && label !== 'POST /workout/[ID]/share/']);
  });

  function harOf(way: string, url: string, type: string, bytes: Buffer): string {
    const override = way === 'override' ? [{ name: 'X-HTTP-Method-Override', value: 'PATCH' }] : [];
    const headers = [{ name: 'Content-Type', value: type }, ...override];
    const postData = { mimeType: type, text: bytes.toString('base64'), encoding: 'base64' };
    const request = { method: way === 'override' ? 'POST' : way, url, headers, postData };
    return JSON.stringify({ log: { version: '1.2', entries: [{ request }] } });
  }
});

test('a sign-in is equal, and its key does not exist afterwards', async () => {
  const form = quote(['-d', `email=${ann.email}`, '-d', `password=${ann.password}`]);
  const { comparison } = await migrated(`curl https://old.example/api/v1/account/login/ ${form}`);
  expect(comparison).toMatchObject({ equal: true, rest: { status: 200 } });
  const { api_key: key } = JSON.parse(comparison?.rest.body ?? '') as { api_key: string };
  expect((await nobody(service).get('/me/', { Authorization: `Bearer ${key}` })).status).toBe(401);
});

test('nothing that was executed for a comparison was kept', async () => {
  expect(await stored()).toEqual(before);
});
