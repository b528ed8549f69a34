import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newFolder, printedValue, startProcess } from '../../../test/support/started-process.ts';
import { Calls } from './calls.ts';
import type { Fault } from './fault.ts';
import type { FaultStage } from './fault-stage.ts';
import { register } from './load.ts';

/** Kills the service without warning and starts it again. */
export async function killAndStart(stage: FaultStage): Promise<void> {
  stage.readiness.open();
  stage.service.kill('SIGKILL');
  await stage.service.ended;
  await stage.startService();
  stage.readiness.is(true);
}

const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const clockFile = (stage: FaultStage) => join(stage.folder, 'clock');

/** Restarts the service with other settings. */
async function restartWith(stage: FaultStage, environment: Record<string, string>): Promise<void> {
  stage.environment = environment;
  stage.service.kill('SIGTERM');
  await stage.service.ended;
  await stage.startService();
  await stage.readiness.ready(20_000);
}

let ordinary: Record<string, string> = {};

/** Faults of the processes of the service: they are killed, started at the same time, or have a clock that jumps. */
export const faultsOfProcesses: Fault[] = [
  {
    name: 'the service is killed five times',
    kills: true,
    async run(stage) {
      for (let n = 0; n < 5; n++) {
        await sleep(500 + Math.random() * 2500);
        await killAndStart(stage);
      }
    },
  },
  {
    name: 'two processes start on an empty database, three times',
    async run(stage) {
      for (let n = 0; n < 3; n++) {
        const name = `empty_${n}`;
        await stage.postgres.sql('postgres', `create database ${name}`);
        const [folder, remove] = await newFolder();
        const environment = { ...stage.environment, PORT: '0', DATABASE_URL: stage.postgres.url(name) };
        const both = [0, 1].map((i) => startProcess(join(folder, String(i)), environment));
        try {
          await Promise.all(both.map((started) => started.prints('REST base')));
          for (const started of both)
            await register(new Calls(new URL(printedValue(started.stdout(), 'REST base')).origin));
          const [row] = await stage.postgres.sql(name, 'select count(*)::int as users from users');
          if (row?.['users'] !== 2) throw new Error(`${String(row?.['users'])} accounts instead of 2`);
        } finally {
          for (const started of both) started.kill('SIGKILL');
          await Promise.all(both.map((started) => started.ended));
          await remove();
        }
      }
    },
  },
  {
    name: 'the clock of the service jumps by two hours and by a day, both ways, and by a year',
    lacks: async () => (existsSync(fakeTime) ? null : 'faketime is not installed'),
    async prepare(stage) {
      ordinary = stage.environment;
      await writeFile(clockFile(stage), '+0');
      await restartWith(stage, {
        ...stage.environment,
        LD_PRELOAD: fakeTime,
        FAKETIME_TIMESTAMP_FILE: clockFile(stage),
        FAKETIME_CACHE_DURATION: '1',
        DONT_FAKE_MONOTONIC: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      });
    },
    async run(stage) {
      stage.readiness.is(true);
      const [hour, day] = [3600, 86_400];
      for (const offset of [2 * hour, -2 * hour, day, -day, 365 * day, 0]) {
        await writeFile(clockFile(stage), `${offset < 0 ? '' : '+'}${offset}`);
        await sleep(4000);
        const { headers } = await fetch(`${stage.url}/healthz`);
        const shift = (Date.parse(headers.get('date') ?? '') - Date.now()) / 1000;
        if (Math.abs(shift - offset) > 60) throw new Error(`the clock is ${shift} s off instead of ${offset} s`);
      }
    },
    restore: (stage) => restartWith(stage, ordinary),
  },
];
