import { setTimeout as sleep } from 'node:timers/promises';
import { readWrong } from './audit-faces.ts';
import { checkCount, countedWrong, inconsistent } from './audit-sql.ts';
import { busyMachine } from './busy-machine.ts';
import type { Fault } from './fault.ts';
import { openStage } from './fault-stage.ts';
import type { FaultStage } from './fault-stage.ts';
import { faultsOfTheDatabase, faultsOfTheStandby } from './faults-of-the-database.ts';
import { faultsOfPeers } from './faults-of-peers.ts';
import { faultsOfProcesses } from './faults-of-processes.ts';
import { Ledger } from './ledger.ts';
import { Load } from './load.ts';
import { mailsWrong } from './mail-audit.ts';
import { need } from '../../../test/support/needs.ts';

/*
 * npx runners faults
 *
 * Causes one fault after the other in the systems that the service depends on, while test users use the service. It prints a
 * line for each fault with the results, and its exit code is 1 if a write was lost, duplicated or incomplete, or an answer was
 * wrong or late. It starts its own PostgreSQL, Redis, mail server, social network and geocoder, in its own folders, and removes
 * them at the end. The variable FAULTS (words separated by commas) selects faults by name. docs/faults.md describes it.
 */

/** The number of milliseconds within which a write has to succeed after the fault was repaired. */
const backMs = 8000;

async function run(): Promise<void> {
  await need('faults', { all: ['PostgreSQL'], parts: ['Redis', 'faketime'] });
  const words = (process.env['FAULTS'] ?? '').split(',').filter(Boolean);
  const all: Fault[] = [
    ...faultsOfTheDatabase,
    ...faultsOfProcesses,
    busyMachine,
    ...faultsOfPeers,
    ...faultsOfTheStandby,
  ];
  const chosen = all.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  const stage = await openStage();
  let [failed, skipped] = [0, 0];
  try {
    for (const fault of chosen) {
      const lack = await fault.lacks?.();
      if (lack) {
        console.log(`skipped ${fault.name}: ${lack}`);
        skipped++;
      } else if (!(await passes(fault, stage))) failed++;
    }
  } finally {
    const said = stage.service.stderr().trim();
    if (said) console.log(`the service printed: ${said.slice(-2000)}`);
    await stage.close();
  }
  console.log(`\n${chosen.length - failed - skipped} passed, ${failed} failed, ${skipped} skipped`);
  if (failed > 0) process.exitCode = 1;
}

async function passes(fault: Fault, stage: FaultStage): Promise<boolean> {
  const began = performance.now();
  const wrong: string[] = [];
  let told = '';
  let back = 0;
  try {
    await fault.prepare?.(stage);
    stage.ledger.newRound();
    stage.calls.reset(fault.longestMs);
    stage.readiness.begin();
    const load = new Load(stage.calls, stage.ledger, 60);
    await load.start(stage.people);
    await sleep(1500);
    told = (await fault.run(stage)) ?? '';
    const mended = performance.now();
    while (stage.calls.lastMadeAt < mended && performance.now() < mended + 3 * backMs) await sleep(20);
    back = performance.now() - mended;
    if (back > backMs) wrong.push(`no write succeeded for ${(back / 1000).toFixed(1)} s after the end of the fault`);
    await sleep(1500);
    await load.stop();
  } catch (error) {
    wrong.push(`the fault could not be tried: ${String((error as Error).stack)}`);
  }
  const { calls, ledger } = stage;
  const [seen, slowest] = [new Map(calls.statuses), calls.slowest];
  wrong.push(...calls.wrong, ...(await stage.readiness.wrong()));
  stage.readiness.open();
  const audits = [
    countedWrong(stage.sql, ledger.all),
    readWrong(calls, ledger.round),
    inconsistent(stage.sql),
    mailsWrong(stage, fault.kills === true),
  ];
  for (const audit of await Promise.allSettled(audits))
    wrong.push(...(audit.status === 'fulfilled' ? audit.value : [`the audit failed: ${String(audit.reason)}`]));
  await fault.restore?.(stage).catch((error: unknown) => wrong.push(`it could not be mended: ${String(error)}`));
  const ok = wrong.length === 0;
  const statuses = [...seen].map(([status, count]) => `${count} × ${status}`).join(', ');
  const mails = ledger.round.filter(({ kind, result }) => kind === 'invitation' && result === 'made').length;
  console.log(
    `${ok ? 'ok     ' : 'FAILED '} ${fault.name} (${((performance.now() - began) / 1000).toFixed(0)} s)${told && `: ${told}`}`,
  );
  console.log(
    `        ${Ledger.summary(ledger.round)}; ${mails} mails once; ${checkCount} counters and forms hold; a write succeeds ` +
      `${(back / 1000).toFixed(1)} s after the end; slowest answer ${(slowest / 1000).toFixed(1)} s; ${statuses}`,
  );
  for (const sentence of wrong.slice(0, 12)) console.log(`        ${sentence}`);
  if (wrong.length > 12) console.log(`        … and ${wrong.length - 12} more`);
  return ok;
}

await run();
