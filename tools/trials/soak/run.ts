import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { memoryOf } from '../attacks/stage.ts';
import { readWrong } from '../faults/audit-faces.ts';
import { countedWrong, inconsistent } from '../faults/audit-sql.ts';
import { openStage } from '../faults/fault-stage.ts';
import type { FaultStage } from '../faults/fault-stage.ts';
import { Load, register } from '../faults/load.ts';
import { mailsWrong } from '../faults/mail-audit.ts';
import { childrenOf } from '../../../test/support/process-tree.ts';
import { need } from '../../../test/support/needs.ts';
import { growth, minuteOf } from './minute.ts';
import type { Minute } from './minute.ts';
import { Subscriber } from './subscriber.ts';

/*
 * npx runners soak --minutes 30
 *
 * Uses the service for a number of minutes with reads, uploads, messages, pictures and subscriptions. It runs two processes
 * with their own PostgreSQL and Redis. Each minute one of the two processes is killed, always the same one, so that the other
 * one shows whether memory grows. It prints a line for each minute and a verdict. The exit code is 1 if a write or an event was
 * lost or duplicated, an answer had a status of 500 or above, or memory or latency grew. docs/faults.md describes it.
 */

const peopleAMinute = 8;
const minuteMs = 60_000;

/** The events that subscriptions delivered in a minute, and the errors. */
type Use = Pick<Minute, 'events' | 'interruptions'> & { wrong: string[] };

/** Uses the service for a minute with new users. @param kill kills a process, and returns false if there is none */
async function oneMinute(stage: FaultStage, kill: () => boolean): Promise<Use> {
  const { calls, ledger } = stage;
  const people = [];
  for (let n = 0; n < peopleAMinute; n++) people.push(await register(calls));
  ledger.newRound();
  calls.reset();
  stage.readiness.begin();
  const load = new Load(calls, ledger, 40);
  const cursor = JSON.parse((await calls.graphql('cursor', '{ liveCursor }', people[0]?.key)).body) as {
    data: { liveCursor: string };
  };
  const subscribers = people.map(({ key }) => new Subscriber(stage.url, key, cursor.data.liveCursor));
  const end = performance.now() + minuteMs;
  await load.start(people);
  await sleep(minuteMs * (0.2 + Math.random() * 0.5));
  const wrong = kill() ? [] : ['there was no process to kill'];
  while (performance.now() < end) await sleep(100);
  await load.stop();
  wrong.push(...calls.wrong, ...(await stage.readiness.wrong()), ...(await audited(stage, people, subscribers)));
  const sum = (of: (one: Subscriber) => number) => subscribers.reduce((all, one) => all + of(one), 0);
  return { wrong, events: sum(({ received }) => received.length), interruptions: sum((one) => one.interruptions) };
}

/** Stops the subscriptions after each has delivered every acknowledged message of its conversations. */
async function audited(stage: FaultStage, people: { key: string }[], subscribers: Subscriber[]): Promise<string[]> {
  const { ledger } = stage;
  const wrong: string[] = [];
  for (const [n, subscriber] of subscribers.entries()) {
    const conversations = new Set(
      ledger.round.filter(({ kind, key }) => kind === 'message' && key === people[n]?.key).map(({ place }) => place),
    );
    const sent = ledger.round.filter(
      ({ kind, place, result }) => kind === 'message' && result === 'made' && conversations.has(place),
    );
    wrong.push(...(await subscriber.wrong(sent.map(({ mark }) => mark))));
    await subscriber.stop();
  }
  return wrong;
}

async function run(minutes: number): Promise<void> {
  const stage = await openStage({ WORKERS: '2' });
  const seen: Minute[] = [];
  const faults: string[] = [];
  let [kills, lost, serverErrors] = [0, 0, 0];
  const oldest = childrenOf(stage.service.pid)[0] ?? 0;
  const kill = () => {
    const victim = childrenOf(stage.service.pid).findLast((pid) => pid !== oldest) ?? 0;
    if (victim === 0) return false;
    kills++;
    process.kill(victim, 'SIGKILL');
    return true;
  };
  try {
    for (let minute = 1; minute <= minutes; minute++) {
      const { wrong, ...live } = await oneMinute(stage, kill);
      const pids = childrenOf(stage.service.pid);
      if (!pids.includes(oldest)) wrong.push('a process ended that was not killed');
      const memory = pids.reduce((sum, pid) => sum + (memoryOf(pid) ?? 0), 0);
      const told = minuteOf(stage.calls, { oldest: memoryOf(oldest) ?? 0, memory }, live);
      seen.push(told);
      stage.calls.reset();
      const audit = [
        ...(await countedWrong(stage.sql, stage.ledger.round)),
        ...(await readWrong(stage.calls, stage.ledger.round)),
        ...(await inconsistent(stage.sql)),
      ];
      serverErrors += told.serverErrors;
      const gone = [...wrong, ...audit].filter((sentence) => sentence.includes('lost')).length;
      lost += gone;
      faults.push(...wrong, ...audit);
      print(minute, told, gone, kills);
      for (const sentence of [...wrong, ...audit].slice(0, 5)) console.log(`        ${sentence}`);
    }
    faults.push(
      ...(await countedWrong(stage.sql, stage.ledger.all)),
      ...(await mailsWrong(stage, true)),
      ...growth(seen),
    );
  } finally {
    await stage.close();
  }
  if (serverErrors > 0) faults.push(`${serverErrors} answers had a status of 500 or more`);
  const requests = seen.reduce((sum, one) => sum + one.requests, 0);
  console.log(`\n${minutes} minutes, ${requests} requests, ${kills} kills, ${serverErrors} × 5xx, ${lost} lost`);
  for (const fault of faults.slice(0, 20)) console.log(`        ${fault}`);
  console.log(faults.length === 0 ? 'passed' : `failed: ${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
}

function print(
  minute: number,
  { requests, latency, oldest, memory, serverErrors, cut, events, interruptions }: Minute,
  lost: number,
  kills: number,
) {
  const kinds = ['read', 'message', 'comment', 'upload', 'picture', 'like', 'register'];
  const paces = kinds.flatMap((kind) => {
    const pace = latency.get(kind);
    return pace ? [`${kind} ${pace.p50.toFixed(0)}/${pace.p99.toFixed(0)}`] : [];
  });
  console.log(
    `minute ${minute}: ${requests} requests, p50/p99 ms: ${paces.join(', ')}; ${oldest.toFixed(0)} MB (all ` +
      `${memory.toFixed(0)}), ${serverErrors} × 5xx, ${lost} lost, ${kills} kills, ${cut} requests and ${interruptions} ` +
      `subscriptions cut, ${events} events`,
  );
}

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' }, skip: { type: 'boolean' } } });
await need('soak', { all: ['PostgreSQL', 'Redis'] });
await run(Math.max(1, Number(values.minutes)));
