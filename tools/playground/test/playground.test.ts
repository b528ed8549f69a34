/**
 * The playground has pages, content security policies, five people of the demo data, and explanations of REST requests. Its
 * examples are tested in test/demo/demo.test.ts, what it has without demo data in without-demo.test.ts, and all of it in a
 * browser by the slow tests.
 */
import { describe, expect, test } from '@jest/globals';
import { playgroundPage } from '../playground-page.ts';
import { demoService } from './demo-service.ts';

const demo = demoService();

describe('over HTTP', () => {
  const get = (accept: string, path = '') =>
    fetch(demo.url + path, { headers: { Accept: accept }, redirect: 'manual' });

  test('a browser receives the page without caching, and with a policy that allows no other host', async () => {
    const page = await get('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch('text/html');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).not.toMatch(/https?:|\*/);
    expect(await page.text()).not.toMatch(/(?:src|href|from|import)\s*=?\s*["'(]+\s*(?:https?:)?\/\//);
  });

  const pages = ['people', 'rest', 'live'];

  test.each(pages)('the page %s has a stricter policy, and names no other host', async (name) => {
    const page = await get('text/html', `/../playground/${name}`);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).not.toMatch(/https?:|\*|unsafe/);
    const text = await page.text();
    expect(text).not.toMatch(/(?:src|href|from|import)\s*=?\s*["'(]+\s*(?:https?:)?\/\//);
    const files = [...text.matchAll(/(?:src|href)="(\/playground\/[0-9a-f]+\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(files.length).toBeGreaterThan(1);
    for (const path of files)
      expect((await get('*/*', `/..${path}`)).headers.get('cache-control')).toMatch('immutable');
  });

  test('an API client at the same address does not receive it', async () => {
    for (const accept of ['application/json', '*/*', 'application/graphql-response+json'])
      expect((await get(accept)).headers.get('content-type')).not.toMatch('text/html');
    const answer = await get('text/html,*/*;q=0.8', '?query=%7B__typename%7D');
    expect(answer.headers.get('content-type')).not.toMatch('text/html');
  });

  test('an unknown operation is refused, and nothing is executed', async () => {
    const query = 'mutation One { signIn(input: { email: "demo@example.com", password: "no password" }) { apiKey } }';
    for (let i = 0; i < 3; i++) {
      const body = JSON.stringify({ query, operationName: 'Other' });
      const response = await fetch(demo.url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      const { data, errors } = (await response.json()) as { data?: unknown; errors: Array<{ message: string }> };
      expect([data, errors[0]?.message]).toEqual([undefined, 'Unknown operation named "Other".']);
    }
  });

  test('its files are cached permanently, and only they are served', async () => {
    const [, script = ''] = /href="([^"]+ruru\.js)"/.exec(await (await get('text/html')).text()) ?? [];
    const file = await get('*/*', `/..${script}`);
    expect(file.status).toBe(200);
    expect(file.headers.get('cache-control')).toMatch('immutable');
    expect(file.headers.get('content-type')).toMatch('text/javascript');
    for (const other of ['nothing.js', '__proto__', 'constructor', '..%2fpackage.json', '../../../package.json'])
      expect((await get('*/*', `/..${script.replace('ruru.js', other)}`)).status).toBe(404);
  });

  test.each(['/playground', '/playground?utm=1'])('%s redirects every client to it', async (path) => {
    for (const method of ['GET', 'HEAD'])
      for (const accept of ['text/html', '*/*', 'application/json']) {
        const headers = { Accept: accept };
        const response = await fetch(new URL(path, demo.url), { method, headers, redirect: 'manual' });
        expect([response.status, response.headers.get('location')]).toEqual([302, '/graphql']);
      }
  });

  /** The data that a page has for its script. */
  const dataOf = async <Data>(name: string): Promise<Data> => {
    const text = await (await get('text/html', `/../playground/${name}`)).text();
    return JSON.parse(/id="playground-data">(.*?)<\/script>/.exec(text)?.[1] ?? '') as Data;
  };
  const send = async (key: string, query: string, variables: unknown) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
    const response = await fetch(demo.url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
    return (await response.json()) as { data: Record<string, unknown>; errors?: { extensions: { code: string } }[] };
  };
  interface PeoplePage {
    people: { role: string; firstName: string; apiKey: string }[];
    examples: { query: string; variables: unknown }[];
  }

  test('the five people see of the owner what their relation allows', async () => {
    const { people, examples } = await dataOf<PeoplePage>('people');
    expect(people.map(({ role }) => role)).toEqual(['owner', 'friend', 'stranger', 'blocked', 'staff']);
    const seen: Record<string, unknown[]> = {};
    for (const { role, apiKey } of people) {
      const answers = await Promise.all(examples.map(({ query, variables }) => send(apiKey, query, variables)));
      const [posts, profile, , , conversation, queue] = answers.map(({ data }) => data);
      const user = profile?.['user'] as { email: string | null; profile: { dateOfBirth: string | null } } | null;
      seen[role] = [
        Object.keys(posts ?? {}).filter((name) => posts?.[name] !== null),
        user && [user.email !== null, user.profile.dateOfBirth !== null],
        conversation?.['conversation'] !== null,
        answers[5]?.errors?.[0]?.extensions.code ?? queue,
      ];
    }
    const oneReport = { moderationQueue: expect.objectContaining({ totalCount: 1 }) as unknown };
    expect(seen).toEqual({
      owner: [['public', 'friends', 'private'], [true, true], true, 'NOT_STAFF'],
      friend: [['public', 'friends'], [false, true], true, 'NOT_STAFF'],
      stranger: [['public'], [false, false], false, 'NOT_STAFF'],
      blocked: [[], null, false, 'NOT_STAFF'],
      staff: [['public'], [false, false], false, oneReport],
    });
  });

  test('a REST request that asks for it is explained once, with its document, variables, statements and cost', async () => {
    const [{ apiKey = '' } = {}] = (await dataOf<PeoplePage>('people')).people;
    const headers = { Authorization: `Bearer ${apiKey}`, 'X-Request-Id': 'explained-1', 'X-Explain': 'on' };
    await fetch(new URL('/api/v1/post/?type=local&limit=2', demo.url), { headers });
    const explained = await get('*/*', '/../playground/explanations/explained-1');
    const explanation = (await explained.json()) as Record<string, unknown> & { documents: Record<string, string>[] };
    expect(explanation).toMatchObject({ row: 'GET /post/', cost: expect.any(Number) as unknown });
    expect(explanation.documents).toHaveLength(1);
    const { document = '', variables = '', bytes } = explanation.documents[0] ?? {};
    expect([document, JSON.parse(variables), bytes]).toEqual([
      expect.stringMatching(/^query Feed/),
      expect.objectContaining({ type: 'LOCAL', first: 2 }),
      expect.any(Number),
    ]);
    const statements = explanation['statements'] as { name: string; text: string; ms: number }[];
    expect(statements.map(({ name }) => name)).toContain('feed_local_older');
    expect(statements.every(({ text, ms }) => /^\s*(select|with|insert|update)/i.test(text) && ms >= 0)).toBe(true);
    expect((await get('*/*', '/../playground/explanations/explained-1')).status).toBe(404);

    const { 'X-Explain': _asked, ...unasked } = headers;
    await fetch(new URL('/api/v1/post/', demo.url), { headers: unasked });
    expect((await get('*/*', '/../playground/explanations/explained-1')).status).toBe(404);
  });

  test('the explanation of an upload has its size instead of its bytes', async () => {
    const [{ apiKey = '' } = {}] = (await dataOf<PeoplePage>('people')).people;
    const time = (i: number) => new Date(Date.now() - 3_600_000 + i * 60_000).toISOString();
    const point = (i: number) => `<trkpt lat="47.${i}" lon="8.5"><time>${time(i)}</time></trkpt>`;
    const body = `<gpx><trk><trkseg>${point(1)}${point(2)}</trkseg></trk></gpx>`;
    const answer = await fetch(new URL('/api/v1/workout/', demo.url), {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${apiKey}`,
        'Content-Type': 'application/X.service-GPX+xml',
        'X-Request-Id': 'explained-2',
        'X-Explain': 'on',
      },
      body,
    });
    expect(answer.status).toBe(201);
    const explained = await get('*/*', '/../playground/explanations/explained-2');
    const { documents } = (await explained.json()) as { documents: { variables: string }[] };
    expect(documents[0]?.variables).toMatch(`${body.length} bytes`);
  });

  test('values in the page cannot end its script', () => {
    const apiKey = '</script><script>alert(1)</script><!--';
    const people = [{ role: 'owner', userId: 1, username: apiKey, firstName: apiKey, apiKey }];
    const ids = { publicPost: 1, friendsPost: 1, privatePost: 1, friendsNews: 1, picture: 1, conversation: 1 };
    const demo = { apiKey, password: apiKey, people, ids };
    const html = playgroundPage({ nonce: 'N', demo, now: new Date(0) });
    expect(html).not.toMatch('<script>');
    expect(html).not.toMatch('</script><script>alert');
    expect(html.match(/<script/g)?.length).toBe(html.match(/<script nonce="N"/g)?.length);
  });
});
