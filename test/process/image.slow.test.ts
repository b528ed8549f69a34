/**
 * The service runs in the layout that the Dockerfile describes, with the packages of production only, and has every page and
 * every document there.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { table } from '../../rest-compat/table.ts';
import { copyProductionPackages, readDockerfile } from '../support/image-layout.ts';
import { printedValue, startProcess } from '../support/started-process.ts';
import type { StartedProcess } from '../support/started-process.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
let folder: string;
let service: StartedProcess;
let base: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'image-'));
  const app = join(folder, 'app');
  const dockerfile = await readDockerfile();
  await dockerfile.layOut(app, { build: root, dependencies: copyProductionPackages });
  const main = dockerfile.words('CMD').at(-1) ?? '';
  service = startProcess(join(folder, 'data'), { NODE_ENV: 'production', DEMO: 'on' }, join(app, main));
  await service.prints('REST base');
  base = new URL(/REST base\s+(\S+)/.exec(service.stdout())?.[1] ?? '').origin;
});

afterAll(async () => {
  service.kill('SIGKILL');
  await service.ended;
  await rm(folder, { recursive: true, force: true });
});

/** The pages and documents that have an address of their own. */
const pages = [
  '/',
  '/graphql',
  '/graphql/schema.graphql',
  '/migrate',
  '/favicon.ico',
  '/healthz',
  '/readyz',
  '/playground/people',
  '/playground/rest',
  '/playground/live',
  '/api/v1/',
  '/api/v1/docs',
  '/api/v1/openapi.json',
  '/api/v1/openapi.yaml',
];

/** The addresses of this service to which a page or a document leads. */
function linksIn(text: string, from: string): string[] {
  const written = [...text.matchAll(/(?:href|src|"schema"):?\s*=?"([^"#]+)"/g)].map(([, link]) => link);
  return written
    .map((link) => URL.parse(String(link).replaceAll('&amp;', '&'), from))
    .filter((url) => url !== null && url.origin === base)
    .map((url) => String(url));
}

describe('the layout of the image', () => {
  test('answers every address to which its pages lead', async () => {
    const rows = Object.keys(table).map((label) => `/migrate?row=${encodeURIComponent(label)}`);
    const resources = new Set(Object.keys(table).flatMap((label) => / \/([\w-]+)\/\[/.exec(label)?.[1] ?? []));
    const schemas = [...resources].map((name) => `/api/v1/${name}/schema/`);
    const open = [...pages, ...rows, ...schemas].map((path) => base + path);
    const seen = new Set(open);
    const wrong: string[] = [];
    for (let url = open.shift(); url !== undefined; url = open.shift()) {
      const answer = await fetch(url, { headers: { Accept: url.includes('/api/') ? '*/*' : 'text/html, */*' } });
      const text = await answer.text();
      // The rows of the REST interface, which need a key, are tried elsewhere.
      if (answer.status === 401 || (answer.status === 405 && url.includes('/api/v1/'))) continue;
      if (answer.status !== 200 || text.length === 0) wrong.push(`${answer.status} ${url} ${text.length}`);
      const isText = /html|json/.test(answer.headers.get('content-type') ?? '');
      for (const link of isText ? linksIn(text, url) : [])
        if (!seen.has(link)) {
          seen.add(link);
          open.push(link);
        }
    }
    expect(wrong).toEqual([]);
    // What the pages load lies beside the code, and is found by its links.
    expect([...seen].filter((url) => /\.(js|css)$/.test(url)).length).toBeGreaterThan(2);
  });

  test.each(['/password-reset/x', '/invitation/1', '/participants/1', '/reports/weekly/1/off', '/nowhere'])(
    'answers %s with a page',
    async (path) => {
      const answer = await fetch(base + path, { headers: { Accept: 'text/html' } });
      expect([answer.status < 500, answer.headers.get('content-type')]).toEqual([true, 'text/html; charset=utf-8']);
      expect(await answer.text()).toMatch(/<title>.+<\/title>/);
    },
  );

  test('has what maps, pictures and places are made from', async () => {
    const headers = {
      Authorization: `Bearer ${printedValue(service.stdout(), 'Key')}`,
      'Content-Type': 'application/json',
    };
    const get = async (path: string) => (await fetch(`${base}/api/v1${path}`, { headers })).json();
    const workouts = (await get('/workout/')) as { static_map_url: string | null }[];
    const map = await fetch(workouts.find((one) => one.static_map_url !== null)?.static_map_url ?? '');
    expect([map.status, map.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { id, profile } = (await get('/me/')) as { id: number; profile: string };
    const place = { location_name: 'Zürich', location_lat: null, location_lng: null };
    // The first lookup reads the gazetteer, which a busy machine does not do in time.
    let found: unknown = null;
    for (let tries = 0; found === null && tries < 10; tries++) {
      await fetch(base + profile, { method: 'PATCH', headers, body: JSON.stringify(place) });
      found = ((await get(`/profile/${id}/`)) as { location_lat: number | null }).location_lat;
    }
    expect(found).toEqual(expect.any(Number));
  });

  test.each(['openapi.json', 'openapi.yaml'])('describes every row in /api/v1/%s', async (name) => {
    const answer = await fetch(`${base}/api/v1/${name}`);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    for (const label of Object.keys(table)) expect(text).toContain(label.split(' ')[0]?.toLowerCase());
    expect(text).toContain('General conventions');
  });
});
