import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { as, cast, nobody } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { contentTypes } from '../support/client.ts';
import type { Answer } from '../support/client.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { placesReady } from '../support/places-ready.ts';
import { rawRequest } from '../support/raw-socket.ts';
import { testService } from '../support/service.ts';
import { record, workoutBody } from '../support/workouts.ts';

const service = await testService();
const { ann } = await cast(service);
const { workout } = await record(ann);
const mebibyte = 1024 * 1024;

const tables = ['users', 'profile', 'preferences', 'workout', 'workout_track', 'post', 'stats'];
async function stored(): Promise<string> {
  const all: unknown[] = [];
  for (const table of tables)
    all.push(await service.sql(`select md5(string_agg(t::text, '|' order by t::text)) from ${table} t`));
  return JSON.stringify(all);
}
await placesReady(ann);
const before = await stored();

/** Refused clearly, in time, and without a trace. */
function expectRefused(answer: Answer, statuses: number[] = [400]) {
  expect(statuses).toContain(answer.status);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.text.length).toBeGreaterThan(3);
  expect(answer.text).not.toMatch(/\bat .*\.(ts|js):\d|node_modules|select |insert /i);
}
async function inTime<T>(work: Promise<T>, milliseconds = 1000): Promise<T> {
  const begun = performance.now();
  const result = await work;
  // A busy machine gets some more time; what is looked for is seconds.
  expect(performance.now() - begun).toBeLessThan(milliseconds * 10);
  return result;
}

afterEach(async () => {
  expect(await stored()).toBe(before);
  expect((await as(ann).get('/me/')).status).toBe(200);
});

const send = (path: string, type: keyof typeof contentTypes, body: string | Buffer, method = 'POST') =>
  as(ann).send(method, path, { headers: { 'Content-Type': contentTypes[type] }, body });

describe('malformed bodies', () => {
  const deep = 15_000;
  const bodies: [type: 'json' | 'xml' | 'yaml', what: string, body: string | Buffer][] = [
    ['json', 'a brace', '{'],
    ['json', 'a list', '[]'],
    ['json', 'a number', '5'],
    ['json', 'a text', '"title"'],
    ['json', 'a comma too many', '{"title":"x",}'],
    ['json', 'single quotes', "{'title':'x'}"],
    ['json', 'two documents', '{}{}'],
    ['json', 'NaN', '{"title":"x","distance_in_meters":NaN}'],
    ['json', 'Infinity', '{"distance_in_meters":Infinity}'],
    ['json', 'a control character', '{"title":"a\u0001b"}'],
    ['json', 'bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['json', 'a deep list', `{"points":${'['.repeat(deep)}${']'.repeat(deep)}}`],
    ['json', 'deep objects', `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`],
    ['xml', 'no XML', 'title: x'],
    ['xml', 'an unclosed element', '<object><title>x</object>'],
    ['xml', 'two roots', '<a/><b/>'],
    ['xml', 'a DOCTYPE', '<!DOCTYPE object><object><title>x</title></object>'],
    [
      'xml',
      'an external entity',
      '<!DOCTYPE o [<!ENTITY x SYSTEM "file:///etc/passwd">]><object><title>&x;</title></object>',
    ],
    [
      'xml',
      'a billion laughs',
      '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><object><title>&b;</title></object>',
    ],
    ['xml', 'an unknown entity', '<object><title>&foo;</title></object>'],
    ['xml', 'a bad number', '<object><duration_in_seconds type="integer">abc</duration_in_seconds></object>'],
    ['xml', 'an unknown hint', '<object><title type="integer">1e999</title></object>'],
    ['xml', 'deep elements', `${'<a>'.repeat(deep)}${'</a>'.repeat(deep)}`],
    ['xml', 'a NUL reference', '<object><title>a&#0;b</title></object>'],
    ['yaml', 'a list', '- a\n- b'],
    ['yaml', 'a text', 'just a text'],
    ['yaml', 'bad indentation', 'title: x\n  run_type: y: z'],
    ['yaml', 'a tab', 'a:\n\t- b'],
    ['yaml', 'a custom tag', 'title: !!js/function "x"'],
    ['yaml', 'a local tag', 'title: !x 1'],
    [
      'yaml',
      'an alias bomb',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
        .split('')
        .map((name, i) => `${name}: &${name} [${`*${'abcdefghi'[i]},`.repeat(9)}]`)
        .join('\n')}`,
    ],
    ['yaml', 'an unknown alias', 'title: *nowhere'],
    ['yaml', 'a key twice', 'title: a\ntitle: b'],
    ['yaml', 'two documents', 'title: a\n---\ntitle: b'],
    ['yaml', 'deep lists', `points: ${'['.repeat(deep)}${']'.repeat(deep)}`],
  ];
  test.each(bodies)('%s: %s is refused everywhere', async (type, _what, body) => {
    for (const [path, method] of [
      ['/workout/', 'POST'],
      [`/user/${ann.id}/`, 'PATCH'],
    ] as const)
      expectRefused(await inTime(send(path, type, body, method)));
  });
});

describe('odd values', () => {
  const odd: unknown[] = [
    null,
    true,
    false,
    [],
    {},
    [[]],
    [{}],
    { __proto__: null, a: 1 },
    '',
    ' ',
    'x',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202Egnp.exe',
    'x'.repeat(mebibyte / 2),
    0,
    -0,
    -1,
    1e21,
    1.7976931348623157e308,
    2 ** 53,
    -(2 ** 63),
    '1e999',
    'NaN',
    'Infinity',
    '-Infinity',
    '0x10',
    '１２',
    '1'.repeat(400),
    '9'.repeat(20),
    '2024-99-99T99:99:99Z',
    "'; drop table users; --",
    '${7*7}',
    '%s%n',
    '../../etc/passwd',
  ];
  const workoutFields = [
    'title',
    'run_date',
    'run_type',
    'duration_in_seconds',
    'distance_in_meters',
    'privacy',
    'points',
    'post_body',
  ];
  const patchFields: [path: string, fields: string[]][] = [
    [`/user/${ann.id}/`, ['first_name', 'last_name']],
    [
      `/preferences/${ann.id}/`,
      ['distance', 'elevation', 'timezone', 'weekly_email_report', 'monthly_email_report', 'annually_email_report'],
    ],
    [
      `/profile/${ann.id}/`,
      ['birth_date', 'gender', 'weight', 'weight_unit', 'location_name', 'location_lat', 'location_lng'],
    ],
  ];
  const restore = async () => {
    for (const { id } of (await as(ann).get('/workout/')).json<{ id: number }[]>())
      if (id !== workout) await as(ann).delete(`/workout/${id}/`);
    await as(ann).patch(`/user/${ann.id}/`, { first_name: ann.firstName, last_name: ann.lastName });
    await as(ann).patch(`/profile/${ann.id}/`, {
      birth_date: null,
      gender: '',
      weight: null,
      weight_unit: 'pounds',
      location_name: '',
    });
    await as(ann).patch(`/preferences/${ann.id}/`, {
      distance: 'miles',
      elevation: 'feet',
      timezone: 'UTC',
      weekly_email_report: false,
      monthly_email_report: false,
      annually_email_report: false,
    });
  };

  test.each(workoutFields)('in %s of a workout are taken or refused by name', async (field) => {
    for (const value of odd) {
      const answer = await inTime(as(ann).post('/workout/', workoutBody({ [field]: value })));
      if (answer.status === 201) continue;
      expectRefused(answer);
      expect(answer.text.startsWith(field)).toBe(true);
    }
    await restore();
  });

  test.each(patchFields.flatMap(([path, fields]) => fields.map((field): [string, string] => [path, field])))(
    'in PATCH %s, %s, are taken or refused by name',
    async (path, field) => {
      for (const value of odd) {
        const answer = await inTime(as(ann).patch(path, { [field]: value }));
        if (answer.status === 202) continue;
        expectRefused(answer);
        expect(answer.text).toMatch(/^\w+: /);
      }
      await restore();
    },
  );

  test('in account forms are refused', async () => {
    for (const value of odd) {
      const login = await inTime(nobody(service).post('/account/login/', { email: value, password: value }));
      const forgot = await inTime(nobody(service).post('/account/forgot_password', { email: value }));
      const register = await inTime(
        nobody(service).post('/account/register/', {
          email: value,
          password: 'long enough',
          first_name: 'x',
          last_name: 'y',
        }),
      );
      for (const answer of [login, forgot, register]) expect([400, 413]).toContain(answer.status);
    }
  });

  test('in query strings are ignored or refused', async () => {
    const values = [
      '%00',
      '%FF%FE',
      '%',
      '%ZZ',
      'a%0d%0ab',
      '%F0%9F%8F%83',
      '1e999',
      '-1',
      'x'.repeat(8000),
      '[]',
      '__proto__',
    ];
    for (const name of [
      'limit',
      'offset',
      'user',
      'type',
      'earlier_than',
      'full',
      'format',
      '__proto__',
      'constructor',
      'limit[]',
    ])
      for (const value of values)
        for (const path of ['/workout/', '/post/', '/me/']) {
          const answer = await inTime(as(ann).get(`${path}?${name}=${value}`));
          expect([200, 400]).toContain(answer.status);
        }
  });

  test('named like parts of the language are fields like others', async () => {
    for (const body of [
      '{"__proto__":{"first_name":"x"}}',
      '{"constructor":{"prototype":{"isAdmin":true}}}',
      '{"__proto__":null}',
    ])
      expect((await send(`/user/${ann.id}/`, 'json', body, 'PATCH')).status).toBe(202);
    const xml = '<object><__proto__><first_name>x</first_name></__proto__><constructor>y</constructor></object>';
    expect((await send(`/user/${ann.id}/`, 'xml', xml, 'PATCH')).status).toBe(202);
    expect((await send(`/user/${ann.id}/`, 'yaml', '__proto__: {first_name: x}', 'PATCH')).status).toBe(202);
    expect((await send(`/user/${ann.id}/`, 'form', '__proto__=x&__proto__[first_name]=y', 'PATCH')).status).toBe(202);
    expect(
      (await send('/workout/', 'json', JSON.stringify(workoutBody()).replace('"title"', '"__proto__"'))).text,
    ).toBe('title: is required');
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });

  test('in headers are refused by the path they matter to', async () => {
    for (const type of [
      '',
      ' ',
      ';',
      'application',
      '/',
      'application/json/x',
      '*/*',
      'a'.repeat(5000),
      'application/json, text/yaml',
    ]) {
      const answer = await as(ann).send('POST', '/workout/', { headers: { 'Content-Type': type }, body: '{}' });
      expectRefused(answer, [400, 415]);
    }
    for (const accept of [
      ',',
      ';',
      '*',
      'q=1',
      'a/b;q=',
      'application/xml;q=99',
      '"'.repeat(3000),
      ',,,,'.repeat(1000),
    ])
      expect((await as(ann).get('/me/', { Accept: accept })).status).toBe(200);
    for (const encoding of ['gzip', 'br', 'x'])
      expectRefused(
        await as(ann).send('POST', '/workout/', {
          headers: { 'Content-Type': 'application/json', 'Content-Encoding': encoding },
          body: '{}',
        }),
        [415],
      );
  });
});

describe('large bodies', () => {
  const paths: [path: string, method: string, type: keyof typeof contentTypes, megabytes: number][] = [
    ['/account/login/', 'POST', 'json', 1],
    ['/account/register/', 'POST', 'form', 1],
    [`/user/${ann.id}/`, 'PATCH', 'xml', 1],
    [`/profile/${ann.id}/`, 'PATCH', 'yaml', 1],
    ['/workout/', 'POST', 'json', 32],
    ['/workout/', 'POST', 'xml', 32],
    ['/workout/', 'POST', 'gpx', 32],
    [`/workout/${workout}/`, 'PATCH', 'gpx', 32],
  ];
  const block = 'x'.repeat(mebibyte);

  test.each(paths)(
    '%s %s as %s of more than %i MiB is 413, with and without a length',
    async (path, method, type, megabytes) => {
      const lines = [
        `${method} /api/v1${path} HTTP/1.1`,
        'Host: x',
        `Authorization: ${ann.authorization}`,
        `Content-Type: ${contentTypes[type]}`,
      ];
      const bytes = megabytes * mebibyte + 1;
      const announced = [...lines, `Content-Length: ${bytes}`, '', ''].join('\r\n');
      // Refused from the length alone, before the body comes.
      expect((await inTime(rawRequest(service.url, [announced]))).status).toBe(413);
      const whole = [announced, ...Array.from({ length: megabytes }, () => block), 'x'];
      expect((await inTime(rawRequest(service.url, whole), 3000)).status).toBe(413);
      const chunk = `100000\r\n${block}\r\n`;
      const chunked = [...lines, 'Transfer-Encoding: chunked', '', ''].join('\r\n');
      const chunks = [chunked, ...Array.from({ length: megabytes + 1 }, () => chunk)];
      expect((await inTime(rawRequest(service.url, chunks), 3000)).status).toBe(413);
    },
  );

  test.each(['application/json', 'application/json; charset="utf-8"'])(
    'of GraphQL (%s) are read of who is signed in, and small ones of everybody',
    async (type) => {
      const document = 'mutation ($i: ImportGpxInput!) { importGpx(input: $i) { workout { id } } }';
      const send = (person: Person | null, bytes: number, more: Record<string, string> = {}) =>
        (person ? as(person) : nobody(service)).sendTo('POST', '/graphql', {
          headers: { 'Content-Type': type, ...more },
          body: JSON.stringify({ query: document, variables: { i: { gpx: 'x'.repeat(bytes) } } }),
        });
      expect((await send(ann, 2 * mebibyte)).status).toBe(200);
      expect((await send(null, 1000)).status).toBe(200);
      const ways: Record<string, string>[] = [
        {},
        { 'Transfer-Encoding': 'chunked' },
        { Authorization: 'Bearer nonsense' },
      ];
      for (const more of ways) {
        const refused = await inTime(send(null, 2 * mebibyte, more), 3000);
        expect([refused.status, refused.text]).toEqual([413, expect.stringContaining('too large')]);
      }
    },
  );

  test.each([
    ['POST', '/workout/', 'Content-Type: text/plain', 415],
    ['POST', '/workout/', 'Content-Type: application/json\r\nContent-Encoding: gzip', 415],
    ['POST', '/workout/', 'X: y', 400],
    ['PATCH', `/workout/${workout}/`, 'Content-Type: application/json', 415],
    ['POST', '/picture/?post_id=1', 'Content-Type: text/yaml', 415],
    ['POST', '/workout/', 'Content-Type: text/yaml', 413],
  ])('%s %s with %s are refused with %i from the header', async (method, path, header, status) => {
    for (const length of ['Content-Length: 31000000', 'Transfer-Encoding: chunked']) {
      if (status === 413 && length.startsWith('T')) continue;
      const head = `${method} /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${ann.authorization}\r\n${header}\r\n${length}`;
      // Of chunks the first byte tells that there is a body.
      const sent = length.startsWith('T') ? ['1\r\nx\r\n'] : [];
      expect((await inTime(rawRequest(service.url, [`${head}\r\n\r\n`, ...sent]))).status).toBe(status);
    }
  });

  test('of GraphQL are refused', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await inTime(
      as(ann).sendTo('POST', '/graphql', { headers, body: `{"query":"${'x'.repeat(33 * mebibyte)}"}` }),
      3000,
    );
    expect(answer.status).toBe(413);
  });

  test('of the right size are read: the sizes are bounds, not guesses', async () => {
    const body = JSON.stringify({ nonsense: 'x'.repeat(mebibyte - 100) });
    expect((await send(`/user/${ann.id}/`, 'json', body, 'PATCH')).status).toBe(202);
    const big = JSON.stringify({ ...workoutBody({ title: '' }), nonsense: 'x'.repeat(31 * mebibyte) });
    expect((await send('/workout/', 'json', big)).text).toMatch(/^title: /);
  });
});

describe('uploads that do not end', () => {
  const gpx = makeGpx({ points: 500, start: '2022-01-01T00:00:00Z' });
  const head = (length: string) =>
    [
      'POST /api/v1/workout/ HTTP/1.1',
      'Host: x',
      `Authorization: ${ann.authorization}`,
      `Content-Type: ${contentTypes.gpx}`,
      length,
      '',
      '',
    ].join('\r\n');

  test.each([
    ['with a length', [head(`Content-Length: ${gpx.length}`), gpx.slice(0, -1)]],
    [
      'with chunks',
      [head('Transfer-Encoding: chunked'), `${(gpx.length - 9).toString(16)}\r\n${gpx.slice(0, -9)}\r\n`],
    ],
    [
      'with a complete file but an unfinished chunk',
      [head('Transfer-Encoding: chunked'), `${gpx.length.toString(16)}\r\n${gpx}\r\n`],
    ],
  ])('%s leave nothing when the client hangs up', async (_how, chunks) => {
    for (let i = 0; i < 5; i++) await rawRequest(service.url, chunks, true);
    await sleep(300);
  });

  test('and hold up nobody', async () => {
    const slow = Array.from({ length: 20 }, () =>
      rawRequest(service.url, [head('Content-Length: 1000'), '<gpx'], true),
    );
    for (let i = 0; i < 5; i++) await inTime(as(ann).get('/me/'));
    await Promise.all(slow);
  });

  test('malformed HTTP is refused', async () => {
    const requests = [
      'NONSENSE\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET /api/v1/me/ HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n',
    ];
    for (const request of requests) expect((await inTime(rawRequest(service.url, [request]))).status).toBe(400);
    const smuggled = `POST /api/v1/account/login/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
    expect((await inTime(rawRequest(service.url, [smuggled]))).status).toBe(400);
    const huge = `GET /api/v1/me/ HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`;
    expect((await inTime(rawRequest(service.url, [huge]))).status).toBe(431);
  });
});
