import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { extensions } from '../../../src/platform/database/orm-options.ts';
import { openEmbedded } from '@runners/postgres';
import { Calls } from '../faults/calls.ts';
import { register } from '../faults/load.ts';
import type { Runner } from '../faults/load.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { command } from '../operating/command.ts';
import { makeGpx } from '../../../test/support/gpx-maker.ts';
import { newFolder, startProcess } from '../../../test/support/started-process.ts';
import type { StartedProcess } from '../../../test/support/started-process.ts';

/*
 * npx runners bench-embedded
 *
 * Measures the limits of the embedded database for a club: writes and reads a second over eight connections, the size of the data
 * folder, the time of a start, and that of a backup, with 1,000,000 recorded points. With BENCH_WORKOUTS (for example 100000), it
 * then adds so many workouts, a tenth of them with 1,000 points, and with BENCH_MOVE_URL it moves all of it to that empty database.
 */
const [people, uploads, points, connections] = [200, 1000, 1000, 8];
const environment = { RATE_LIMITS: 'off', DEMO: 'off', LOG_REQUESTS: 'off' };

async function run(): Promise<void> {
  const [folder, remove] = await newFolder();
  const data = join(folder, 'data');
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
  try {
    const service = await start(data);
    const { calls } = service;
    console.log(`start without data: ${service.took}; ${sizeOf(join(data, 'database'))}`);
    const runners: Runner[] = [];
    await inLanes(people, async () => void runners.push(await register(calls)));
    const of = (n: number) => runners[n % people] as Runner;
    const gpx = (n: number) => gpxOf(Date.UTC(2022, 0, 1) + n * 3_600_000);
    await measure(`uploads of ${points} points`, service, uploads, (n) =>
      calls.rest('upload', 'POST', '/workout/', of(n).key, gpx(n), gpxType),
    );
    const conversation = { recipients: [of(1).id], message: 'Hello' };
    const { location } = await calls.rest('start', 'POST', '/conversation/', of(0).key, conversation);
    const id = Number(/(\d+)\/$/.exec(location)?.[1]);
    await measure('messages', service, 500, (n) =>
      calls.rest('message', 'POST', '/message/', of(0).key, { conversation_id: id, message: `Message ${n}` }),
    );
    await measure('workouts without points', service, 500, (n) =>
      calls.rest('workout', 'POST', '/workout/', of(n).key, workoutOf(n)),
    );
    await measure('pages of posts', service, 500, (n) => calls.rest('read', 'GET', '/post/?type=profile', of(n).key));
    const begun = performance.now();
    const told = await command('backup', { DATA_DIR: data }, join(folder, 'backup'));
    console.log(`backup: ${since(begun)}. ${/Requests waited.*/.exec(told)?.[0]}`);
    await service.stop();
    await startAgain(data);
    const more = Number(process.env['BENCH_WORKOUTS'] ?? 0);
    if (more > 0) {
      await addWorkouts(data, more);
      await startAgain(data);
    }
    const to = process.env['BENCH_MOVE_URL'];
    if (to) {
      const moved = await command('move-to-postgres', { DATA_DIR: data }, '--to', to);
      console.log(moved.match(/^.*(?:workout|Everything).*$/gm)?.join('\n'));
    }
  } finally {
    await remove();
  }
}

async function startAgain(data: string): Promise<void> {
  const service = await start(data);
  console.log(`start: ${service.took}; ${sizeOf(join(data, 'database'))}`);
  await service.stop();
}

const workoutOf = (n: number) => ({
  title: 'Run',
  run_date: new Date(Date.UTC(2010, 0, 1) + n * 60_000).toISOString(),
  run_type: 'Tempo',
  duration_in_seconds: 1800,
  distance_in_meters: 5000,
});
const gpxType = 'application/X.service-GPX+xml';
const gpxOf = (at: number) =>
  makeGpx({ start: new Date(at).toISOString(), points, track: '<name>Run</name><type>Tempo</type>' });
const since = (begun: number) => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
const sizeOf = (folder: string) => `${execFileSync('du', ['-sm', folder]).toString().split('\t')[0]} MB`;

/** The CPU time in seconds that a process has used. Unlike the time that passes, it hardly depends on what else the machine does. */
function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function start(data: string) {
  const port = await freePort();
  const begun = performance.now();
  const started: StartedProcess = startProcess(data, { ...environment, PORT: String(port) });
  await started.prints('REST base');
  return {
    pid: started.pid,
    calls: new Calls(`http://127.0.0.1:${port}`),
    took: `${since(begun)}, ${cpuSecondsOf(started.pid).toFixed(1)} s of CPU time`,
    async stop() {
      started.kill('SIGTERM');
      await started.ended;
    },
  };
}

/** Runs `work` for 0 to `count`, some at a time. */
async function inLanes(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < count) await work(next++);
    }),
  );
}

/** Measures how many calls succeed in a second, and in a second of CPU time of the service. */
async function measure(
  what: string,
  { pid }: { pid: number },
  count: number,
  work: (n: number) => Promise<{ status: number }>,
): Promise<void> {
  const [begun, cpuBefore] = [performance.now(), cpuSecondsOf(pid)];
  await inLanes(count, async (n) => {
    const { status } = await work(n);
    if (status >= 300 || status === 0) throw new Error(`${what}: answered with ${status}`);
  });
  const [seconds, cpu] = [(performance.now() - begun) / 1000, cpuSecondsOf(pid) - cpuBefore];
  console.log(`${what}: ${Math.round(count / seconds)} a second, ${Math.round(count / cpu)} in a second of CPU time`);
}

/** Adds copies of the uploaded workouts at other moments, with their posts, and every tenth with its points. */
async function addWorkouts(data: string, count: number): Promise<void> {
  const pglite = await openEmbedded(data, extensions);
  await pglite.exec(`set session_replication_role = replica`);
  const { rows } = await pglite.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_schema = 'public' and table_name = 'workout' and column_name not in ('id', 'run_date', 'points_hash')`,
  );
  const names = rows[0]?.names ?? '';
  await pglite.exec(`
    create temp table original as select *, row_number() over (order by id) as place from workout where points_hash is not null;
    insert into workout (run_date, points_hash, ${names})
      select run_date + n * interval '1 second', case when n % 10 = 0 then points_hash end, ${names}
      from original cross join generate_series(1, ${Math.ceil(count / uploads)}) n;
    insert into workout_track (workout_id, points)
      select w.id, t.points from workout w join original o on o.points_hash = w.points_hash and o.user_id = w.user_id
        join workout_track t on t.workout_id = o.id
      where not exists (select 1 from workout_track h where h.workout_id = w.id) and w.id not in (select id from original);
    insert into post (author_id, workout_id, privacy, created_date)
      select user_id, id, privacy, created_date from workout w where not exists (select 1 from post p where p.workout_id = w.id);
    checkpoint`);
  await pglite.close();
}

await run();
