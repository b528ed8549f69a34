import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import type { FaultStage } from './fault-stage.ts';

/** Runs work while the database is unavailable, which `/readyz` has to report. */
async function away(stage: FaultStage, begin: () => Promise<void> | void, ms: number, end: () => Promise<void> | void) {
  stage.readiness.is(false);
  await begin();
  await sleep(ms);
  stage.readiness.open();
  await end();
  stage.readiness.is(true);
}

/** Faults of PostgreSQL: it crashes, hangs, is restarted, loses its connections, and is replaced. */
export const faultsOfTheDatabase: Fault[] = [
  {
    name: 'PostgreSQL crashes, twice, and is started again',
    async run(stage) {
      for (const ms of [1000, 4000]) {
        await away(
          stage,
          () => stage.postgres.crash(),
          ms,
          () => stage.postgres.start(),
        );
        await sleep(3000);
      }
    },
  },
  {
    name: 'PostgreSQL is frozen for 20 s',
    run: (stage) =>
      away(
        stage,
        () => stage.postgres.freeze(),
        20_000,
        () => stage.postgres.thaw(),
      ),
  },
  {
    name: 'PostgreSQL is restarted, twice',
    async run(stage) {
      for (let n = 0; n < 2; n++) {
        stage.readiness.open();
        await stage.postgres.stop();
        await stage.postgres.start();
        stage.readiness.is(true);
        await sleep(3000);
      }
    },
  },
  {
    name: 'all connections to PostgreSQL are cut, twenty times',
    async run(stage) {
      stage.readiness.open();
      for (let n = 0; n < 20; n++) {
        await sleep(100 + Math.random() * 300);
        await stage.sql(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
      }
      stage.readiness.is(true);
    },
  },
];

/** Faults that require a standby, which is the primary after the second one. */
export const faultsOfTheStandby: Fault[] = [
  {
    name: 'the standby that confirms commits is frozen for 10 s',
    async prepare(stage) {
      standby ??= await stage.addStandby();
    },
    async run() {
      standby?.freeze();
      await sleep(10_000);
      standby?.thaw();
    },
  },
  {
    name: 'PostgreSQL fails over to its standby',
    async prepare(stage) {
      standby ??= await stage.addStandby();
    },
    async run(stage) {
      const next = standby as FaultStage['postgres'];
      await away(
        stage,
        () => stage.postgres.crash(),
        3000,
        () => next.promote(),
      );
      stage.postgres = next;
    },
  },
];

let standby: FaultStage['postgres'] | null = null;
