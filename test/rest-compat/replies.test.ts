/** Every row that answers a GET returns the same data in each format, with URIs that can be fetched. */
import { describe, expect, test } from '@jest/globals';
import 'reflect-metadata';
import { table } from '../../rest-compat/table.ts';
import { as, cast, nobody } from '../support/cast.ts';
import { fetchablePaths } from '../support/fetchable.ts';
import { placesReady } from '../support/places-ready.ts';
import { wireValue } from '../support/read-wire.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService();
// Signed URLs change with the day: it does not end here.
service.clock.set(new Date());
const people = await cast(service);
const { ann } = people;
await placesReady(ann);
const title = 'Tempo & <hills> "über" 🏃 \u200Fאבג';
const recorded = await record(ann, {
  title,
  post_body: 'First line\n\t- second: line #3',
  distance_in_meters: '5000.5',
});
await record(ann, { distance_in_meters: null, title: '007' });
await as(ann).patch(`/profile/${ann.id}/`, { location_name: 'Zürich', weight: 70.5, birth_date: '1990-02-28' });

const fetchable = await fetchablePaths(service, people, recorded);
const paths = Object.entries(fetchable);
const withQuery = (path: string, query: string) =>
  query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
const types = {
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  yaml: 'text/yaml; charset=utf-8',
} as const;
const formats = Object.keys(types) as (keyof typeof types)[];

test('every row that answers a GET has a path here', () => {
  const labels = Object.keys(table).filter((label) => label.startsWith('GET '));
  expect(Object.keys(fetchable).sort()).toEqual(labels.sort());
});

describe.each(paths)('%s', (_label, path) => {
  test.each(formats)('has the same value in %s, requested by ?format= and by Accept', async (format) => {
    const expected = (await as(ann).get(path)).json<unknown>();
    const byParameter = await as(ann).get(withQuery(path, `format=${format}`));
    const byHeader = await as(ann).get(path, { Accept: types[format] });
    for (const answer of [byParameter, byHeader]) {
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe(types[format]);
      expect(answer.headers['vary']).toBe('Accept, Authorization, Accept-Encoding');
    }
    // The links between pages of the list keep `format`, so only the value asked for by header is the same.
    expect(wireValue(byHeader)).toEqual(expected);
    expect(wireValue(byParameter)).toEqual(expected);
  });

  test('is served with and without the trailing slash, without a redirect', async () => {
    const [before = '', query = ''] = path.split('?');
    const answers = [];
    for (const spelling of [before.replace(/\/$/, ''), before.replace(/\/?$/, '/')])
      answers.push(await as(ann).get(withQuery(spelling, query)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });

  test('answers HEAD as GET without the body', async () => {
    const [got, head] = [await as(ann).get(path), await as(ann).send('HEAD', path)];
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    for (const name of ['content-type', 'content-length', 'vary', 'etag'] as const)
      expect([name, head.headers[name]]).toEqual([name, got.headers[name]]);
  });

  test('ignores unknown parameters, also after a stray &', async () => {
    const expected = (await as(ann).get(path)).json<unknown>();
    for (const stray of ['public_key=a&signature=b%3D&timestamp=1', '&public_key=a', '&&timestamp=1&', '&', 'a?b=c'])
      expect((await as(ann).get(withQuery(path, stray))).json<unknown>()).toEqual(expected);
    const [before = '', query = ''] = path.split('?');
    for (const between of ['?&signature=a?b&', '?signature=%zz&&', '?timestamp&'])
      expect((await as(ann).get(`${before}${between}${query}`)).json<unknown>()).toEqual(expected);
  });

  test('contains URIs that can be fetched', async () => {
    const { text } = await as(ann).get(path);
    const uris = [...text.matchAll(/"(\/api\/v1\/[^"]*)"/g)].map(([, uri]) => uri ?? '');
    expect(uris.length).toBeGreaterThan(0);
    const urls = [...text.matchAll(/"(http:[^"]*)"/g)].map(([, url]) => url ?? '');
    for (const url of urls.filter((one) => one.startsWith(service.url)))
      expect([url, (await nobody(service).sendTo('GET', url.slice(service.url.length))).status]).toEqual([url, 200]);
    for (const uri of new Set(uris)) {
      expect(uri).toMatch(/^\/api\/v1\/.*\/$/);
      expect([uri, (await as(ann).sendTo('GET', uri)).status]).toEqual([uri, 200]);
    }
  });
});

describe('the format of a reply', () => {
  const choices: [accept: string, query: string, chosen: keyof typeof types][] = [
    ['', '', 'json'],
    ['*/*', '', 'json'],
    ['text/html', '', 'json'],
    ['image/png, text/plain', '', 'json'],
    ['not a header', '', 'json'],
    ['text/xml', '', 'xml'],
    ['APPLICATION/XML', '', 'xml'],
    ['application/yaml', '', 'yaml'],
    ['application/x-yaml', '', 'yaml'],
    ['application/json, application/xml', '', 'json'],
    ['application/xml, application/json', '', 'json'],
    ['application/json;q=0.1, application/xml', '', 'xml'],
    ['application/xml;q=0.5, text/yaml;q=0.9, */*;q=0.1', '', 'yaml'],
    ['application/xml, */*;q=0.8', '', 'xml'],
    ['application/xml;q=0, */*', '', 'json'],
    ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', '', 'xml'],
    ['application/json', '?format=xml', 'xml'],
    ['application/xml', '?format=json', 'json'],
    ['application/xml', '?format=html', 'json'],
    ['', '?format=YAML', 'yaml'],
    ['', '?&format=yaml', 'yaml'],
  ];
  test.each(choices)('Accept: %s with %s is answered in %s', async (accept, query, chosen) => {
    const answer = await as(ann).get(`/me/${query}`, accept === '' ? {} : { Accept: accept });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe(types[chosen]);
  });
});

describe('values', () => {
  test('are returned in every format as they were sent', async () => {
    for (const format of formats) {
      const workout = wireValue(await as(ann).get(`/workout/${recorded.workout}/?format=${format}`));
      expect(workout).toMatchObject({
        title,
        post_body: 'First line\n\t- second: line #3',
        distance_in_meters: '5000.50',
        duration_in_seconds: 1800,
      });
    }
  });

  test('have the XML form that older clients read', async () => {
    const { text } = await as(ann).get(`/profile/${ann.id}/?format=xml`);
    expect(text).toBe(
      `<?xml version='1.0' encoding='utf-8'?>\n<object><birth_date>1990-02-28</birth_date><gender></gender>` +
        `<id type="integer">${ann.id}</id><location_lat type="float">47.36667</location_lat>` +
        `<location_lng type="float">8.55</location_lng><location_name>Zürich</location_name>` +
        `<resource_uri>/api/v1/profile/${ann.id}/</resource_uri><user>/api/v1/user/${ann.id}/</user>` +
        `<weight>70.50</weight><weight_unit>pounds</weight_unit></object>`,
    );
    const list = await as(ann).get('/post/?format=xml&limit=0');
    expect(list.text).toMatch(/^<\?xml version='1\.0' encoding='utf-8'\?>\n<response><meta type="hash"><feed_type>/);
    expect(list.text).toContain('<objects type="list"><object><author><first_name>Ann</first_name>');
    expect(list.text).toContain('<likers type="list"/>');
    expect(list.text).toContain('<distance_in_meters type="null"/>');
    expect((await as(ann).get('/workout/?format=xml&limit=1')).text).toContain('?>\n<objects><object><distance_in');
    expect((await as(ann).get('/workout/?format=xml&offset=99')).text).toMatch(/\n<objects\/>$/);
  });

  test('that look like another type are quoted in YAML', async () => {
    const { text } = await as(ann).get('/workout/?format=yaml');
    expect(text).toMatch(/title: '007'/);
    expect(text).toMatch(/distance_in_meters: '5000\.50'/);
    expect(text).toMatch(/run_date: '2024-01-01T00:0\d:00\.000000'/);
  });

  test('that are timestamps have six digits and no offset', async () => {
    const { date_joined } = (await as(ann).get('/me/')).json();
    expect(date_joined).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
  });
});

describe('empty parameters', () => {
  test.each([
    ['/me/', 'full='],
    [`/user/${ann.id}/`, 'full='],
    ['/post/', 'fallback='],
    ['/post/', 'type='],
    ['/post/', 'type=&fallback=&user_id=&limit=&earlier_than=&later_than='],
    ['/workout/', 'user=&limit=&offset='],
    ['/friendship/', 'limit=&offset='],
    ['/friendship/', 'format='],
    ['/event-participant/', 'user_id=&status='],
    [`/friendship/user/${ann.id}/`, 'status='],
    ['/user/search/?q=b', 'limit='],
    ['/user/search/friends/?q=b', 'user_id=&order_by='],
    ['/user/', 'friends_with='],
  ])('%s treats %s as absent', async (path, empty) => {
    const expected = (await as(ann).get(path)).json<{ meta?: object }>();
    for (const query of [empty, empty.replaceAll(/=(?=&|$)/g, '')]) {
      const answer = await as(ann).get(withQuery(path, query));
      expect([query, answer.status]).toEqual([query, 200]);
      // Links keep what was sent.
      expect({ ...answer.json<object>(), meta: null }).toEqual({ ...expected, meta: null });
    }
  });
});

describe('empty fields of a form are named with the other fields of a wrong form, and values that are refused after them', () => {
  test.each<[path: string, fields: string, lines: string[]]>([
    [
      `/preferences/${ann.id}/`,
      'distance=&elevation=meters&weekly_email_report=&timezone=Mars&monthly_email_report=perhaps&annually_email_report=1',
      [
        'weekly_email_report: must be true or false',
        'monthly_email_report: must be true or false',
        'distance: must be one of miles, kilometers',
      ],
    ],
    [`/preferences/${ann.id}/`, 'timezone=', ['timezone: must be the IANA name of a time zone, such as Europe/Zurich']],
    [
      `/profile/${ann.id}/`,
      'weight_unit=&gender=X&weight=&birth_date=soon&location_lat=91&location_name=%07',
      ['weight_unit: must be one of pounds, kilograms', 'gender: must be one of M, F, O'],
    ],
    [
      `/profile/${ann.id}/`,
      'gender=&weight=&birth_date=soon&location_lat=91&location_lng=181&location_name=%07',
      [
        'birth_date: must be a date, YYYY-MM-DD',
        'location_name: must not have control characters',
        'location_lat: must be between -90 and 90',
        'location_lng: must be between -180 and 180',
      ],
    ],
    [`/user/${ann.id}/`, 'first_name=&last_name=', ['first_name: must not be empty', 'last_name: must not be empty']],
  ])('%s with %s', async (path, body, lines) => {
    const before = (await as(ann).get(path)).json<unknown>();
    for (const method of ['POST', 'PATCH']) {
      const headers = {
        'Content-Type': 'application/x-www-form-urlencoded',
        ...(method === 'POST' ? { 'X-HTTP-Method-Override': 'PATCH' } : {}),
      };
      const answer = await as(ann).send(method, path, { headers, body });
      expect([answer.status, answer.text.split('\n').sort()]).toEqual([400, [...lines].sort()]);
      const other = await as(people.bob).send(method, path, { headers, body });
      expect([other.status, other.text]).toEqual([401, '']);
      expect((await as(people.bob).send(method, path.replace(/\d+/, '999999'), { headers, body })).status).toBe(404);
    }
    expect((await as(ann).get(path)).json<unknown>()).toEqual(before);
  });
});

describe('all invalid fields are named, one line each', () => {
  const required = (...names: string[]) => names.map((name) => `${name}: is required`);
  const types = [...required('first_name', 'last_name'), 'email: must be a text', 'password: must be a text'];
  test.each<[method: 'post' | 'patch', path: string, body: Record<string, unknown>, lines: string[]]>([
    ['post', '/account/register/', {}, required('first_name', 'last_name', 'email', 'password')],
    ['post', '/account/login/', { email: null }, required('email', 'password')],
    ['post', '/user/password/', {}, required('old_password', 'new_password')],
    ['post', '/conversation/', {}, required('message', 'recipients')],
    ['post', '/comment/', {}, required('post_id', 'comment')],
    ['post', '/comment/', { post_id: 'x' }, ['post_id: must be a number', 'comment: is required']],
    ['post', '/comment/', { post_id: '', comment: ' ' }, ['post_id: is required', 'comment: must not be empty']],
    ['post', '/message/', { message: '' }, ['conversation_id: is required', 'message: must not be empty']],
    ['post', '/conversation/', { message: '' }, ['message: must not be empty', 'recipients: is required']],
    ['post', '/message/', {}, required('conversation_id', 'message')],
    ['post', '/message/', { message: [] }, ['conversation_id: is required', 'message: must be a text']],
    ['post', '/comment/', { post_id: recorded.post, comment: { a: 1 } }, ['comment: must be a text']],
    ['post', '/account/register/', { last_name: null, email: {}, password: [1] }, types],
    ['post', '/like/toggle/', {}, required('object_type', 'object_id')],
    [
      'post',
      '/workout/',
      { title: 'x', run_type: 'Fun', run_date: 'soon', duration_in_seconds: 1.5 },
      [
        'run_date: must be an ISO 8601 date and time',
        'run_type: must be one of Endurance, Tempo, Slow, Interval, Group, Elevation, Race, Indoor, Beach',
        'duration_in_seconds: must be a whole number',
      ],
    ],
    [
      'patch',
      `/profile/${ann.id}/`,
      { gender: 'x', weight: 'heavy', birth_date: '1980-01-01' },
      ['gender: must be one of M, F, O', 'weight: must be a number'],
    ],
    [
      'patch',
      `/user/${ann.id}/`,
      { first_name: '', last_name: 'x'.repeat(101) },
      ['first_name: must not be empty', 'last_name: must have at most 100 characters'],
    ],
    [
      'post',
      '/account/register/',
      { first_name: ' ', last_name: '', email: 'x', password: 'short' },
      [
        'first_name: must not be empty',
        'last_name: must not be empty',
        'email: is not an e-mail address',
        'password: must have at least 8 characters',
      ],
    ],
  ])('%s %s', async (method, path, body, lines) => {
    const answer = await as(ann)[method](path, body);
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(answer.text.split('\n').sort()).toEqual([...lines].sort());
  });
});
