import { expect } from '@jest/globals';
import { table } from '../../rest-compat/table.ts';
import { interfaceRows } from '../rest-compat/interface-rows.ts';
import { as, nobody } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import { encodingNames, encodings } from '../support/encodings.ts';
import { wireValue } from '../support/read-wire.ts';
import { workoutBody } from '../support/workouts.ts';
import { each } from './statement.ts';
import type { Statements } from './statement.ts';
import { got, listed, nothing, sentence, status } from './world.ts';

const types = { json: 'application/json', xml: 'application/xml', yaml: 'text/yaml' } as const;

/** General conventions. */
export const conventions: Statements = {
  ...each(
    encodingNames.filter((name) => name !== 'query'),
    (encoding) => `A body may be sent as ${encoding}`,
    async ({ service, ann }, encoding) => {
      const { query, parcel } = encodings[encoding]({ email: ann.email, password: ann.password });
      status(await nobody(service).send('POST', `/account/login/${query}`, parcel), 200);
    },
  ),
  'A body without a Content-Type is refused with a sentence': async ({ ann }) => {
    sentence(await as(ann).send('POST', '/comment/', { body: '{}' }), 400, 'Content-Type');
  },
  'A form is written as param1=data1&param2=data2': async ({ ann, run }) => {
    const body = `post_id=${run.post}&comment=one%20more`;
    const headers = { 'Content-Type': contentTypes.form };
    status(await as(ann).send('POST', '/comment/', { headers, body }), 201);
  },
  ...each(
    ['json', 'xml', 'yaml'] as const,
    (format) => `format=${format} chooses the format of the answer`,
    async ({ ann }, format) => {
      const answer = await as(ann).get(`/me/?format=${format}`);
      expect(answer.headers['content-type']).toBe(`${types[format]}; charset=utf-8`);
      expect(wireValue(answer)).toEqual(got(await as(ann).get('/me/')));
    },
  ),
  ...each(
    ['json', 'xml', 'yaml'] as const,
    (format) => `Accept: ${types[format]} chooses the format of the answer`,
    async ({ ann }, format) => {
      const answer = await as(ann).get('/me/', { Accept: types[format] });
      expect(answer.headers['content-type']).toBe(`${types[format]}; charset=utf-8`);
      expect(wireValue(answer)).toEqual(got(await as(ann).get('/me/')));
    },
  ),
  'A 200 has the documented body': async ({ ann }) => {
    expect(got(await as(ann).get('/me/'))).toMatchObject({ id: ann.id, resource_uri: `/api/v1/user/${ann.id}/` });
  },
  'A status that is not 200 has a sentence as plain text': async ({ ann }) => {
    sentence(await as(ann).post('/comment/', { comment: 'x' }), 400, 'post_id: is required');
  },
  'A status that is not 200 may have an empty body': async ({ ann }) => {
    nothing(await as(ann).get('/post/999999/'), 404);
  },
  'A resource URI is the path at which its record is fetched': async ({ ann, run }) => {
    const workout = got(await as(ann).get(`/workout/${run.workout}/`));
    expect(got(await as(ann).sendTo('GET', String(workout['resource_uri'])))).toEqual(workout);
  },
  'Relations to preferences, profile, stats and user are resource URIs': async ({ ann }) => {
    const me = got(await as(ann).get('/me/'));
    for (const name of ['preferences', 'profile', 'stats'])
      expect(got(await as(ann).sendTo('GET', String(me[name])))).toMatchObject({ user: me['resource_uri'] });
  },
  'Distances are meters': async ({ ann, run }) => {
    const { distance_in_meters } = got(await as(ann).get(`/workout/${run.workout}/`));
    expect(Math.abs(Number(distance_in_meters) - 11_000)).toBeLessThan(20);
  },
  'Elevations are meters': async ({ ann }) => {
    const { max_elevation_gain_in_meters } = got(await as(ann).get(`/stats/${ann.id}/`));
    expect(Number(max_elevation_gain_in_meters)).toBe(0);
  },
  "The user's own weight is in the unit beside it": async ({ cho }) => {
    status(await as(cho).patch(`/profile/${cho.id}/`, { weight: 70.5, weight_unit: 'kilograms' }), 202);
    expect(got(await as(cho).get(`/profile/${cho.id}/`))).toMatchObject({ weight: '70.50', weight_unit: 'kilograms' });
  },
  'Durations are seconds': async ({ ann }) => {
    const answer = status(await as(ann).post('/workout/', workoutBody({ duration_in_seconds: 3723 })), 201);
    expect(answer.json()).toMatchObject({ duration_in_seconds: 3723 });
  },
  'A timestamp that was sent with an offset is returned in UTC without one': async ({ ann }) => {
    const body = workoutBody({ run_date: '2022-05-01T09:30:00+02:00' });
    const answer = status(await as(ann).post('/workout/', body), 201);
    expect(answer.json()).toMatchObject({ run_date: '2022-05-01T07:30:00.000000' });
  },
  'A timestamp without an offset is in UTC': async ({ ann }) => {
    const answer = status(await as(ann).post('/workout/', workoutBody({ run_date: '2022-05-02T07:30:00.25' })), 201);
    expect(answer.json()).toMatchObject({ run_date: '2022-05-02T07:30:00.250000' });
  },
  'A decimal is returned as a text': async ({ ann }) => {
    const answer = status(await as(ann).post('/workout/', workoutBody({ distance_in_meters: 5000.5 })), 201);
    expect(answer.json()).toMatchObject({ distance_in_meters: '5000.50' });
  },
  'A list has limit, offset, total count and links': async ({ ann }) => {
    const { meta } = listed(await as(ann).get('/user/?limit=1'));
    expect(meta).toEqual({ limit: 1, offset: 0, total_count: expect.any(Number), next: null, previous: null });
  },
};

const gets = interfaceRows.filter((label) => label.startsWith('GET ') && table[label]);

/** The path of a row with ids of the world in place of its parameters. */
function pathOf(label: string, world: Parameters<Statements[string]>[0]): string {
  const { ann, bob, run, comment, conversation, route, event } = world;
  const ids: Record<string, number> = { post: run.post, comment, conversation, route, 'event-instance': event };
  const query: Record<string, string> = {
    '/user/search/': '?q=bob',
    '/user/search/friends/': '?q=bob',
    '/comment/': `?post_id=${run.post}`,
    '/friendship/exists/{id}/': `?with_user_id=${bob.id}`,
  };
  const path = label.slice(4);
  return (path + (query[path] ?? '')).replaceAll(/[[{]\w+[\]}]/g, (_, at: number) => {
    const before = path.slice(0, at);
    const resource = before.endsWith('post_id=') ? 'post' : (/^\/([\w-]+)/.exec(before)?.[1] ?? '');
    return String((before.endsWith('conversation=') ? conversation : ids[resource]) ?? ann.id);
  });
}

/** What holds for every endpoint that is read. */
export const reads: Statements = {
  ...each(
    gets,
    (label) => `${label} answers the same value in JSON, XML and YAML`,
    async (world, label) => {
      const path = pathOf(label, world);
      const [json, ...others] = await Promise.all(
        Object.values(types).map((type) => as(world.ann).get(path, { Accept: type })),
      );
      expect([path, json!.status]).toEqual([path, 200]);
      for (const other of others) expect(wireValue(other)).toEqual(wireValue(json!));
    },
  ),
  ...each(
    gets,
    (label) => `${label} without the Authorization header is answered with 401 and no body`,
    async (world, label) => nothing(await nobody(world.service).get(pathOf(label, world)), 401),
  ),
};

const writes = interfaceRows.filter((label) => !label.startsWith('GET ') && !label.startsWith('POST /account/'));

/** What holds for every endpoint that changes something. */
export const changes: Statements = each(
  writes,
  (label) => `${label} without the Authorization header is answered with 401 and no body`,
  async ({ service }, label) => {
    const [, method = '', path = ''] = /^(\w+) (\S+)/.exec(label) ?? [];
    const override: Record<string, string> = method === 'PATCH' ? { 'X-HTTP-Method-Override': 'PATCH' } : {};
    const answer = await nobody(service).send(
      method === 'PATCH' ? 'POST' : method,
      path.replaceAll(/[[{]\w+[\]}]/g, '1'),
      { headers: { 'Content-Type': 'application/json', ...override }, body: '{}' },
    );
    nothing(answer, 401);
  },
);
