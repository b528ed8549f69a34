/**
 * A real Prometheus reads a service by the files of `examples/operating/`: its checkers accept the configuration, the rules and the metrics,
 * each alert fires at what it is for, and every query of the rules and of the dashboard can be answered.
 */
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { newPerson } from '../../../../test/support/cast.ts';
import { freePort } from '../../../../test/support/free-port.ts';
import { hasProgram } from '../../../../test/support/needs.ts';
import { newFolder, startReady } from '../../../../test/support/started-process.ts';
import type { StartedProcess } from '../../../../test/support/started-process.ts';
import { firing } from './firing.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../../../../../examples/${path}`, import.meta.url));
const read = (path: string) => readFileSync(pathOf(path), 'utf8');
const promtool = (words: string[], input?: string) =>
  execFileSync('promtool', words, { encoding: 'utf8', input, stdio: ['pipe', 'pipe', 'pipe'] });

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: object; labels: object }[] }[];
}
const rules = (parse(read('operating/alerts.yaml')) as Rules).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read('operating/dashboard.json')) as {
  panels: { title: string; targets?: { expr: string }[] }[];
};
const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }): [string, string] => [
    title,
    expr.replaceAll('$job', 'runners').replaceAll('$__rate_interval', '30s'),
  ]),
);
/** What this service lacks: jobs that it has run, slow statements, replicas and Redis. */
const withoutValues = ['Duration of jobs, 99 %', 'Replicas', 'Redis', 'Statements'];

const [folder, remove] = await newFolder();
const both = hasProgram('promtool') && hasProgram('prometheus');
if (!both) process.stdout.write('left out: what needs Prometheus (apt install prometheus)\n');
(both ? describe : describe.skip)('with Prometheus', () => {
  let service: StartedProcess;
  let prometheus: ChildProcess;
  let exited: Promise<unknown>;
  let metricsUrl: string;
  let api: string;

  beforeAll(async () => {
    const [port, metricsPort, ownPort] = [await freePort(), await freePort(), await freePort()];
    const settings = { RETIREMENT_PLAN: pathOf('retiring/plan.json'), SLOW_STATEMENT_MS: '1000' };
    await mkdir(join(folder, 'data'));
    service = await startReady(join(folder, 'data'), {
      ...settings,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      RATE_LIMITS: 'off',
    });
    metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    const config = read('operating/prometheus.yml').replace(':9464', `:${metricsPort}`).replaceAll('15s', '1s');
    await writeFile(join(folder, 'prometheus.yml'), config);
    await copyFile(pathOf('operating/alerts.yaml'), join(folder, 'alerts.yaml'));
    const words = [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/tsdb`,
      `--web.listen-address=127.0.0.1:${ownPort}`,
    ];
    prometheus = spawn('prometheus', words, { stdio: 'ignore' });
    exited = once(prometheus, 'exit');
    api = `http://127.0.0.1:${ownPort}/api/v1`;
    const url = `http://127.0.0.1:${port}`;
    const ann = await newPerson({ url }, 'Ann', 'Archer');
    const call = (path: string) => fetch(`${url}${path}`, { headers: { Authorization: ann.authorization } });
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(250)) {
      for (const path of ['/api/v1/me/', '/graphql?query={me{id}}', '/api/v1/post/?type=dashboard']) await call(path);
      const rated = 'rate(process_cpu_seconds_total{job="runners"}[30s])';
      if ((await valuesOf(rated).catch(() => [])).length > 0) break;
    }
  });
  afterAll(async () => {
    for (const child of [prometheus, service])
      if (child) {
        const ended = child === service ? service.ended : exited;
        child.kill('SIGTERM');
        await ended;
      }
    await remove();
  });

  async function valuesOf(query: string): Promise<{ metric: Record<string, string>; value: [number, string] }[]> {
    const answer = await fetch(`${api}/query?${new URLSearchParams({ query }).toString()}`);
    const { status, data, error } = (await answer.json()) as {
      status: string;
      error?: string;
      data?: { result: { metric: Record<string, string>; value: [number, string] }[] };
    };
    expect([query, status, error]).toEqual([query, 'success', undefined]);
    return data?.result ?? [];
  }

  test('its checkers accept the configuration, the rules, and what the service exposes', async () => {
    expect(promtool(['check', 'config', join(folder, 'prometheus.yml')])).toMatch(/SUCCESS: \d+ rules found/);
    expect(promtool(['check', 'rules', pathOf('operating/alerts.yaml')])).toContain(`SUCCESS: ${rules.length} rules`);
    // Dashboards of Node know these gauges by the names that the library gives them.
    const text = (await (await fetch(metricsUrl)).text()).replaceAll(/^.*nodejs_active_\w+_total.*\n/gm, '');
    expect(promtool(['check', 'metrics'], text)).toBe('');
  });

  test('each alert fires at what it is for, and none while all is well', async () => {
    expect(Object.keys(firing)).toEqual(rules.map(({ alert }) => alert));
    const wrong = Object.entries(firing).map(([alert, [series, labels]]) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: rules.map((rule) => ({
        eval_time: '3h',
        alertname: rule.alert,
        exp_alerts:
          rule.alert === alert
            ? [{ exp_labels: { ...rule.labels, ...labels }, exp_annotations: rule.annotations }]
            : [],
      })),
    }));
    const path = join(folder, 'firing.yaml');
    await writeFile(path, stringify({ rule_files: ['alerts.yaml'], tests: wrong }));
    expect(promtool(['test', 'rules', path])).toContain('SUCCESS');
  });

  test('it reads the service, which says its version, its start, its database and its plan', async () => {
    for (const query of ['up', 'runners_worker_up', 'runners_database_up'])
      expect((await valuesOf(`${query}{job="runners"}`)).map(({ value: [, one] }) => one)).toEqual(['1']);
    const [{ metric } = {}] = await valuesOf('runners_build_info');
    expect(metric).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), migration: expect.any(String) });
    const [{ value: [now, start] = [0, '0'] } = {}] = await valuesOf('process_start_time_seconds{job="runners"}');
    expect(now - Number(start)).toBeGreaterThan(0);
    expect((await valuesOf('runners_retirement_off')).map((one) => [one.metric['name'], one.value[1]])).toEqual([
      ['GET /post/?type=dashboard', '0'],
    ]);
  });

  test('every query of the dashboard and of the rules can be answered', async () => {
    for (const { expr } of rules) await valuesOf(expr);
    expect(queries.length).toBeGreaterThan(20);
    const empty = new Set<string>();
    for (const [title, query] of queries) if ((await valuesOf(query)).length === 0) empty.add(title);
    expect([...empty].filter((title) => !withoutValues.includes(title))).toEqual([]);
  });
});
