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
import { startProcess } from '../support/started-process.ts';
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
    const open = [`${base}/`, `${base}/graphql`, `${base}/migrate`, `${base}/api/v1/`, `${base}/api/v1/docs`];
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
    expect([...seen].map((url) => url.slice(base.length))).toEqual(expect.arrayContaining(['/playground/people']));
  });

  test.each(['openapi.json', 'openapi.yaml'])('describes every row in /api/v1/%s', async (name) => {
    const answer = await fetch(`${base}/api/v1/${name}`);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    for (const label of Object.keys(table)) expect(text).toContain(label.split(' ')[0]?.toLowerCase());
    expect(text).toContain('General conventions');
  });
});
