import type { Client } from 'pg';
import { readCast } from './cast.ts';
import { compare } from './compare.ts';
import { fire } from './http-load.ts';
import type { Round, Shot } from './http-load.ts';
import { plainOf } from './item-kinds.ts';
import type { Contender, Item } from './item-kinds.ts';
import { cpuOf, databaseCpu, memoryOf, used } from './processes.ts';
import type { Server } from './processes.ts';
import { quantile } from './quantile.ts';
import type { Measured } from './report.ts';
import { encoded } from './requests.ts';
import type { Request } from './requests.ts';
import type { Stage } from './stage.ts';
import { settings } from './settings.ts';

export const contenders: readonly Contender[] = [
  'floor',
  'REST',
  'REST, compressed',
  'GraphQL',
  'GraphQL, compressed',
  'floor, JSON by SQL',
];
/** Who runs with `--against`, besides the floor. */
export const builds = ['REST', 'REST, before', 'REST, again', 'GraphQL', 'GraphQL, before', 'GraphQL, again'] as const;
/** What phones and browsers send. */
const acceptEncoding = 'gzip, deflate, br';
/**
 * Seconds until V8 has compiled what an item needs. A page of the friends feed took 0.9 ms of CPU time in the first
 * thousands of requests and 0.45 ms after 18,000; a GPX upload 3.0 ms in the first five seconds, 1.9 after twenty and 1.7 after thirty; a message
 * 0.46 ms after 7,000 and 0.37 after 30,000.
 */
const warmUp = 10;
/**
 * Load before each round, which is not measured, as a share of the length of the round. Rounds are short enough for a server not to be
 * idle for six seconds, after which V8 gives its free memory back to the system, and a page of the friends feed takes up to twice the CPU
 * time until it has it again.
 */
const leadIn = 0.4;

/** Who takes turns: a server of one database, and what it is asked. */
interface Runner {
  contender: Contender;
  server: Server;
  client: Client;
  shot: Shot;
  /** The length of its rounds. */
  seconds: number;
}

interface RoundOfServer extends Round {
  cpu: number;
  databaseCpu: number;
  memory: number;
}

let serial = 0;

/** Compares the answers of some contenders to an item, and makes their requests. @throws Error when they differ */
export async function prepare(item: Item, stage: Stage, chosen: readonly Contender[]): Promise<Runner[]> {
  const requests = new Map<Contender, Request[]>();
  for (const contender of chosen) {
    const plain = plainOf(contender);
    const isCompressed = contender.endsWith(', compressed');
    const make = !isCompressed || item.compressed ? item.requests[plain] : undefined;
    if (!make) continue;
    // Each contender gets its own cast, and with it the same random numbers.
    const list = make(await readCast(stage.client));
    requests.set(contender, isCompressed ? list.map((request) => ({ ...request, acceptEncoding })) : list);
  }
  await compare(
    item,
    requests,
    (contender) => stage.serverOf(contender).port,
    () => serial++,
  );
  const shared = new Map<string, Buffer>();
  return [...requests].map(([contender, list]) => ({
    contender,
    server: stage.serverOf(contender),
    client: stage.client,
    shot: shotOf(list, shared),
    seconds: Math.max(settings.seconds, item.seconds ?? 0),
  }));
}

/** Warms all up, then measures them round by round in turn. @returns medians, in the order of the runners */
export async function takeTurns(runners: readonly Runner[]): Promise<Measured[]> {
  for (const runner of runners) {
    await round(runner, warmUp);
  }
  const rounds = runners.map((): RoundOfServer[] => []);
  for (let n = 0; n < settings.rounds; n++)
    for (const [place, runner] of runners.entries()) {
      await round(runner, runner.seconds * leadIn);
      rounds[place]?.push(await round(runner, runner.seconds));
    }
  return rounds.map(mediansOf);
}

function shotOf(list: readonly Request[], shared: Map<string, Buffer>): Shot {
  const shots = list.map((request) => encoded(request, shared));
  return (nth) => (shots[nth % shots.length] as Shot)(nth);
}

async function round({ server, shot, client }: Runner, seconds: number): Promise<RoundOfServer> {
  const before = { own: cpuOf(server.pid), database: await databaseCpu(client) };
  const fired = await fire(server.port, shot, serial, settings.connections, seconds);
  serial += fired.requests;
  return {
    ...fired,
    cpu: (cpuOf(server.pid) - before.own) / fired.requests,
    databaseCpu: used(before.database, await databaseCpu(client)) / fired.requests,
    memory: memoryOf(server.pid),
  };
}

function mediansOf(rounds: readonly RoundOfServer[]): Measured {
  const middle = (value: (round: RoundOfServer) => number) => quantile(rounds.map(value), 0.5);
  return {
    rounds: rounds.map(({ requests, seconds, cpu }) => ({ throughput: requests / seconds, cpu })),
    throughput: middle(({ requests, seconds }) => requests / seconds),
    p50: middle(({ latencies }) => quantile(latencies, 0.5)),
    p99: middle(({ latencies }) => quantile(latencies, 0.99)),
    cpu: middle(({ cpu }) => cpu),
    databaseCpu: middle(({ databaseCpu }) => databaseCpu),
    memory: middle(({ memory }) => memory),
  };
}
