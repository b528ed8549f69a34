/** GraphQL answers to queries are compressed, and those to GET are tagged by their data; answers to writes are sent as they are. */
import { expect, test } from '@jest/globals';
import { globalId } from '../../schema/global-id.ts';
import { as, befriend, newPerson } from '../support/cast.ts';
import { exchange } from '../support/exchange.ts';
import { RawConnection } from '../support/raw-socket.ts';
import { pointsFrom } from '../support/routes.ts';
import { testService } from '../support/service.ts';
import { record } from '../support/workouts.ts';

const service = await testService({ RATE_LIMITS: 'on', RATE_POINTS: '600000' });
const ann = await newPerson(service, 'Ann', 'Archer');
const bob = await newPerson(service, 'Bob', 'Baker');
await befriend(service, ann, bob);
const places = ['river', 'forest', 'old harbour', 'stadium', 'hills behind the town', 'park'];
for (let n = 0; n < 20; n++) {
  const title = `Run ${n} along the ${places[n % places.length]}`;
  const body = `${n * 7} minutes on ${places[(n * 5) % places.length]} paths, ${n % 3 ? 'rather warm' : 'cold and windy'}, legs fine`;
  await record(bob, { title, post_body: body.repeat(1 + (n % 3)), distance_in_meters: 3000 + n * 371.3 });
}
const { workout: long } = await record(bob, { points: pointsFrom(47, 8, 3000) });

const feed = `query Feed($first: Int, $after: String) {
  feed(type: FRIENDS, first: $first, after: $after) {
    feedType
    nodes {
      databaseId body commentCount createdDate likers
      author { databaseId firstName lastName }
      workout { databaseId title runDate runType durationInSeconds distanceInMeters }
    }
    pageInfo { hasNextPage hasPreviousPage }
  }
}`;
const json = { 'Content-Type': 'application/json' };
const post = (headers: Record<string, string>, query: string = feed) =>
  exchange(ann, 'POST', '/graphql', { ...json, ...headers }, JSON.stringify({ query, variables: { first: 20 } }));
const get = (query: string) => `/graphql?query=${encodeURIComponent(query)}`;
const dataIn = ({ text }: { text: string }) => (JSON.parse(text) as { data: unknown }).data;

test('a friends page takes at most 2.5 kB over both interfaces', async () => {
  for (const coding of ['gzip', 'br', 'gzip, deflate, br']) {
    const headers = { 'Accept-Encoding': coding };
    const rest = await exchange(ann, 'GET', '/api/v1/post/?type=friends&limit=20', headers);
    const graphql = await post(headers);
    for (const { status, bytes, text } of [rest, graphql]) {
      expect([status, text.length > 9000]).toEqual([200, true]);
      expect(bytes.length).toBeLessThanOrEqual(2500);
    }
  }
});

test('queries are answered with the same data in each coding, by whichever way they are executed', async () => {
  const plain = await post({});
  expect(plain.headers['content-encoding']).toBeUndefined();
  const ways: Record<string, string>[] = [
    {},
    { Accept: 'application/json' },
    { Accept: 'application/graphql-response+json' },
  ];
  for (const coding of ['gzip', 'br'])
    for (const way of ways) {
      const packed = await post({ ...way, 'Accept-Encoding': coding });
      expect([packed.status, packed.headers['content-encoding'], dataIn(packed)]).toEqual([200, coding, dataIn(plain)]);
      expect(Number(packed.headers['content-length'])).toBe(packed.bytes.length);
    }
  const byQuery = await exchange(
    ann,
    'QUERY',
    '/graphql',
    { 'Content-Type': 'application/graphql', 'Accept-Encoding': 'br' },
    '{ feed(type: FRIENDS, first: 20) { nodes { body createdDate workout { title runDate } } } }',
  );
  expect([byQuery.headers['content-encoding'], byQuery.headers.etag]).toEqual(['br', undefined]);
});

test.each([
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'gzip'],
  ['br, gzip', 'gzip'],
  ['gzip;q=0.5, br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'gzip'],
  ['gzip;q=0, *', 'br'],
  ['identity', undefined],
  ['deflate, zstd', undefined],
  ['gzip;q=0, br;q=0', undefined],
  ['identity;q=0, deflate', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['', undefined],
  ['nonsense;;;q', undefined],
])('Accept-Encoding: %s is answered in %s', async (accepted, coding) => {
  const answer = await post({ 'Accept-Encoding': accepted });
  expect([answer.status, answer.headers['content-encoding']]).toEqual([200, coding]);
});

test('long answers, which another thread compresses, and streams are complete', async () => {
  const page = (name: string) =>
    `${name}: feed(type: FRIENDS, first: 20) { nodes { id body createdDate workout { id title } } }`;
  const query = `{ ${[...'abcdefgh'].map(page).join(' ')} }`;
  const [plain, packed] = [await post({}, query), await post({ 'Accept-Encoding': 'br' }, query)];
  expect(plain.text.length).toBeGreaterThan(32 * 1024);
  expect([packed.headers['content-encoding'], dataIn(packed)]).toEqual(['br', dataIn(plain)]);
  const data = dataIn(await post({}, `{ workout(id: "${globalId('Workout', long)}") { gpxUrl } }`));
  const { pathname, search } = new URL((data as { workout: { gpxUrl: string } }).workout.gpxUrl);
  const file = await exchange(ann, 'GET', pathname + search, { 'Accept-Encoding': 'gzip' });
  expect([file.status, file.headers['content-encoding'], file.headers['vary']]).toEqual([
    200,
    'gzip',
    'Accept-Encoding',
  ]);
  expect(file.text.match(/<trkpt/g)).toHaveLength(3001);
  expect(file.bytes.length * 4).toBeLessThan(file.text.length);
});

test('short answers and answers to writes, which may contain a new key, are not compressed', async () => {
  const all = { 'Accept-Encoding': 'gzip, br' };
  expect((await post(all, '{ me { id } }')).headers['content-encoding']).toBeUndefined();
  const name = 'A'.repeat(2000);
  const fields = { email: bob.email, password: bob.password };
  const signIn = await post(
    all,
    `mutation { ${name}: signIn(input: { email: "${fields.email}", password: "${fields.password}" }) { apiKey } }`,
  );
  expect([signIn.status, signIn.text.includes('apiKey')]).toEqual([200, true]);
  expect(signIn.headers['content-encoding']).toBeUndefined();
  const body = JSON.stringify({ title: 'x'.repeat(100), post_body: 'y'.repeat(1500), run_type: 'Endurance' });
  const written = await exchange(ann, 'POST', '/api/v1/workout/', { ...all, ...json }, body);
  expect(written.headers).not.toHaveProperty('content-encoding');
});

test('GET is tagged by its data alone, and an unchanged answer takes at most 300 bytes', async () => {
  const path = get('{ me { id firstName friends(first: 5) { nodes { firstName } } } }');
  const first = await exchange(ann, 'GET', path);
  expect(first.headers).toMatchObject({
    etag: expect.stringMatching(/^W\/"[\w-]{16}"$/),
    vary: 'Accept, Authorization, Accept-Encoding',
    'cache-control': 'private, no-cache',
  });
  const etag = String(first.headers.etag);
  const wire = await RawConnection.to(service.url);
  await wire.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${ann.authorization}\r\nIf-None-Match: ${etag}\r\n\r\n`,
  );
  const again = await wire.answer();
  wire.close();
  expect([again?.status, again?.body]).toEqual([304, '']);
  expect(Buffer.byteLength(again?.head ?? '') + 4).toBeLessThanOrEqual(300);
  const known = { 'If-None-Match': etag };
  expect((await exchange(bob, 'GET', path, known)).status).toBe(200);
  await as(bob).patch(`/user/${bob.id}/`, { first_name: 'Bobby' });
  const changed = await exchange(ann, 'GET', path, known);
  expect([changed.status, changed.text.includes('Bobby')]).toEqual([200, true]);
});

test('answers with errors are neither tagged nor confirmed', async () => {
  for (const query of [
    '{ nothing }',
    '{ me { id } workout(id: "nonsense") { id } }',
    'mutation { signOut { done } }',
  ]) {
    const answer = await exchange(ann, 'GET', get(query), { 'If-None-Match': '*' });
    if (!('errors' in (JSON.parse(answer.text || '{}') as object))) continue;
    expect([answer.status === 304, answer.headers.etag]).toEqual([false, undefined]);
  }
});

test('answers of letters with three bytes are complete, however long', async () => {
  const letters = (count: number) => Array.from({ length: count }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
  const posts: string[] = [];
  for (let n = 0; n < 4; n++)
    posts.push(globalId('Post', (await record(ann, { post_body: letters(9990 - n), privacy: 'private' })).post));
  for (const count of [1, 3, 4]) {
    const query = `{ ${posts.slice(0, count).map((id, n) => `p${n}: post(id: "${id}") { body }`)} }`;
    const [plain, gzip, brotli] = [
      await post({}, query),
      await post({ 'Accept-Encoding': 'gzip' }, query),
      await post({ 'Accept-Encoding': 'br' }, query),
    ];
    expect(plain.text).toContain(letters(9990));
    expect([gzip.headers['content-encoding'], dataIn(gzip)]).toEqual(['gzip', dataIn(plain)]);
    expect([brotli.headers['content-encoding'], dataIn(brotli)]).toEqual(['br', dataIn(plain)]);
  }
});
