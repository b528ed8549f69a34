import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { makeGpx } from '../../../test/support/gpx-maker.ts';
import type { Fault } from './fault.ts';
import type { FaultStage } from './fault-stage.ts';
import { password } from './load.ts';
import type { Runner } from './load.ts';

/** Processes that never rest, for each processor, and the seconds for which the service is used beside them. */
const busyPerProcessor = 4;
const seconds = 45;

let uploads = 0;
const aMoment = () => new Date(1.5e12 + ++uploads * 86_400_000).toISOString();

/** A recording that is read and measured in threads. @returns whether it was stored */
async function uploadRecording({ calls }: FaultStage, { key }: Runner): Promise<boolean> {
  const gpx = makeGpx({ start: aMoment(), points: 25_000, everySeconds: 1, stepMeters: 3, elevation: (i) => i % 50 });
  const { status } = await calls.rest('recording', 'POST', '/workout/', key, gpx, 'application/X.service-GPX+xml');
  return status === 201;
}

/** A body of fields that is read in a thread. @returns whether it was stored */
async function uploadPoints({ calls }: FaultStage, { key }: Runner): Promise<boolean> {
  const start = aMoment();
  const time = (i: number) => new Date(Date.parse(start) + i * 1000).toISOString();
  const points = Array.from({ length: 10_000 }, (_, i) => ({ lat: 47 + i * 3e-5, lng: 8, time: time(i) }));
  const body = { title: 'Points', run_type: 'Tempo', run_date: start, duration_in_seconds: 9999, points };
  return (await calls.rest('points', 'POST', '/workout/', key, body)).status === 201;
}

async function signInAndSearch({ calls }: FaultStage, { id, key, email }: Runner): Promise<void> {
  await calls.rest('sign-in', 'POST', '/account/login/', '', { email, password });
  await calls.rest('search', 'GET', '/user/search/?q=ann', key);
  await calls.rest('place', 'PATCH', `/profile/${id}/`, key, { location_name: 'Oslo' });
  await calls.graphql('search', '{ searchUsers(q: "runner", first: 20) { nodes { id } } }', key);
}

/** The service is used while other programs take all processors. Every answer is a success, or a 503 that says when to come back. */
export const busyMachine: Fault = {
  name: `the machine is busy: ${busyPerProcessor} processes for each processor never rest`,
  longestMs: 150_000,
  async run(stage) {
    stage.readiness.open(60_000);
    const busy = Array.from({ length: busyPerProcessor * availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
    );
    let stored = 0;
    const begun = uploads;
    try {
      const end = performance.now() + seconds * 1000;
      const lanes = stage.people.map(async (one, i) => {
        while (performance.now() < end)
          if (i % 4 === 0) await signInAndSearch(stage, one);
          else if (await (i % 4 === 1 ? uploadPoints : uploadRecording)(stage, one)) stored++;
      });
      await Promise.all(lanes);
    } finally {
      const over = busy.map((one) => once(one, 'exit'));
      for (const one of busy) one.kill('SIGKILL');
      await Promise.all(over);
    }
    if (stored === 0) throw new Error('no recording was stored');
    return `${stored} of ${uploads - begun} long recordings stored`;
  },
};
