/**
 * What client programs in many languages were answered by a real Tastypie service (tools/prove/test/recorded/record.ts) is answered here as
 * well, over REST and GraphQL, after its data were taken over. What is otherwise is explained in tools/prove/test/recorded/rules.yaml.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { closeWorkers } from '../../../src/platform/worker-pool.ts';
import { isExchange } from '../../translate/exchange.ts';
import type { Exchange } from '../../translate/exchange.ts';
import { Translator } from '../../translate/translator.ts';
import { executableSchema } from '../../../schema/index.ts';
import { openSandbox } from '../command/sandbox.ts';
import type { Sandbox } from '../command/sandbox.ts';
import { recordedIn } from '../recordings/recordings.ts';
import { Replay } from '../replay/replay.ts';
import { closeConnections } from '../replay/send-call.ts';
import { World } from '../replay/world.ts';
import { readOwnerRules } from '../report/owner-rules.ts';
import { ReportCounts } from '../report/counts.ts';
import type { Report } from '../report/counts.ts';
import { programs } from './recorded/client-program.ts';
import { recordedSet } from './recorded/recorded-set.ts';

const exchanges: Exchange[] = [];
let sandbox: Sandbox | undefined;
let report: Report;

beforeAll(async () => {
  for await (const one of recordedIn(recordedSet.exchanges)) if (isExchange(one)) exchanges.push(one);
  sandbox = await openSandbox(recordedSet.bundle);
  const schema = executableSchema();
  const worlds = { rest: new World(sandbox.rest, new Map()), twin: new World(sandbox.twin, new Map()) };
  const replay = new Replay({ schema, translator: new Translator(schema), ...worlds, writes: true });
  const counts = new ReportCounts(readOwnerRules(readFileSync(recordedSet.rules, 'utf8'), recordedSet.rules));
  for (const exchange of exchanges) counts.add(await replay.play(exchange));
  report = counts.report();
}, 900_000);
afterAll(async () => {
  closeConnections();
  await sandbox?.close();
  await closeWorkers();
});

describe('the recorded set', () => {
  test('has at least 2,000 exchanges of as many programs as there are, and few refusals', () => {
    expect(exchanges.length).toBeGreaterThanOrEqual(2000);
    const agents = new Set(exchanges.map(({ call }) => call.headers['user-agent']));
    // Some libraries do not say who they are.
    expect(agents.size).toBeGreaterThanOrEqual(Object.keys(programs).length - 4);
    const refused = exchanges.filter(({ answer }) => answer.status >= 400);
    expect(refused.length / exchanges.length).toBeLessThanOrEqual(0.15);
  });

  test('has every row, apart from the social network, which a sandbox does not have', () => {
    expect(report.neverSeen.rows).toEqual(['POST /account/social/login/']);
  });

  test('has every format of answers and of bodies', () => {
    expect(report.neverSeen.formats).toEqual([]);
    const sent = new Set(exchanges.map(({ call }) => call.headers['content-type']?.split(';', 1)[0]));
    for (const type of ['json', 'xml', 'yaml', 'form', 'gpx', 'png'])
      expect([type, [...sent].some((one) => one?.toLowerCase().includes(type))]).toEqual([type, true]);
  });

  test('is answered as it was recorded, or a rule explains why not', () => {
    expect(report.causes).toEqual([]);
    expect(report).toMatchObject({ exchanges: exchanges.length, different: 0 });
  });

  test('takes each of its rules', () => {
    expect(report.rules.filter(({ count }) => count === 0)).toEqual([]);
  });
});
