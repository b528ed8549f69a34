import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { countedWrong, inconsistent } from '../faults/audit-sql.ts';
import { Calls } from '../faults/calls.ts';
import { Ledger } from '../faults/ledger.ts';
import { Load, register } from '../faults/load.ts';
import type { Runner } from '../faults/load.ts';
import type { Stage } from './stage.ts';

/** Prepares on every connection of every process what is read and written: as many calls at once as they have connections, and more. */
async function warm(calls: Calls, people: readonly Runner[]): Promise<void> {
  const body = (n: number) => ({ run_date: new Date(Date.UTC(2011, 0, 1) + n * 60_000).toISOString(), ...run });
  const run = { title: 'Warm', run_type: 'Endurance', duration_in_seconds: 1800, distance_in_meters: 5000 };
  for (const path of ['/me/', '/post/', '/workout/', '/post/?type=friends', '/conversation/inbox/'])
    await Promise.all(
      people.flatMap(({ key }) => Array.from({ length: 24 }, () => calls.rest('read', 'GET', path, key))),
    );
  await Promise.all(
    people.flatMap(({ key }) =>
      Array.from({ length: 12 }, (_, n) => calls.rest('warm', 'POST', '/workout/', key, body(n))),
    ),
  );
}

/** Calls the service while `work` runs, over warm connections, and checks that no call failed. @param ledger learns what is written */
export async function traffic(url: string, work: () => Promise<void>, ledger = new Ledger()): Promise<string> {
  const calls = new Calls(url);
  const people = [];
  for (let i = 0; i < 4; i++) people.push(await register(calls));
  const load = new Load(calls, ledger, 30);
  await load.start(people);
  await warm(calls, people);
  try {
    await work();
    await sleep(1000);
  } finally {
    await load.stop();
  }
  const bad = [...calls.statuses].filter(([status]) => !/^(200|201|204|302)$/.test(status));
  assert.deepEqual([bad, calls.wrong], [[], []], 'every call was answered with success');
  return `${calls.count} calls, the slowest ${Math.round(calls.slowest)} ms`;
}

/** Calls the service while `work` runs, and checks that no call failed and that everything was written once. */
export async function underLoad(
  stage: Stage,
  url: string,
  database: string,
  work: () => Promise<void>,
): Promise<string> {
  const ledger = new Ledger();
  const told = await traffic(url, work, ledger);
  const sql = (text: string, values?: unknown[]) => stage.postgres.sql(database, text, values);
  assert.deepEqual([...(await countedWrong(sql, ledger.all)), ...(await inconsistent(sql))], []);
  return told;
}
