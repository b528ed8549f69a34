import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { live } from '../../../src/platform/database/migrations/initial/live.ts';
import { as, newPerson } from '../../../test/support/cast.ts';
import { liveCursor } from '../../../test/support/live.ts';
import { inherited } from '../../../test/support/started-process.ts';
import { command } from './command.ts';
import { Follower } from './follower.ts';
import { secretKey } from './stage.ts';
import type { Stage } from './stage.ts';
import { say, startConversation } from './conversations.ts';
import { underLoad } from './under-load.ts';

/** Events of a full log. */
const events = 400_000;

/** A log as the migration leaves it when it has many rows: one table, as the first migration made it. */
const fullLog = [
  'drop table live_event',
  ...live.filter((sql) => /^create (table|(unique )?index) live_event/.test(sql)),
  `insert into live_event (seq, kind, subject_id, user_id, created_date)
   select n, 'user', 0, n % 1000, now() - interval '6 days' * (1 - n / ${events}.0) from generate_series(1, ${events}) n`,
  `update live_log set last_seq = ${events}`,
  `delete from live_day`,
  `insert into live_day values ('2000-01-01', ${events})`,
  'create table log_before as select * from live_event',
].join('; ');

/**
 * A full log is partitioned while it is written and read, and messages and tracks, which this load writes. The command is killed
 * once, and run again.
 */
export async function partitions(stage: Stage): Promise<string> {
  const DATABASE_URL = await stage.newDatabase('partitions');
  const environment = { DATABASE_URL, SECRET_KEY: secretKey };
  await (await stage.start(environment)).stop();
  const sql = (text: string) => stage.postgres.sql('partitions', text);
  await sql(fullLog);
  const running = await stage.start({ ...environment, WORKERS: '2', LOG_REQUESTS: 'off' });
  const [ann, bob] = [await newPerson(running, 'Ann', 'Archer'), await newPerson(running, 'Bob', 'Baker')];
  const conversation = await startConversation(ann, bob);
  const listener = new Follower(bob, await liveCursor(as(bob)));
  const said: number[] = [];
  const probe = new Probe(DATABASE_URL);
  const told = await underLoad(stage, running.url, 'partitions', async () => {
    const probing = probe.run();
    const talking = probe.whileRunning(async () => said.push(await say(ann, conversation, `message ${said.length}`)));
    await sleep(2000);
    await runUntil('building live_event_pkey', environment);
    const others = ['message', 'workout_track', 'workout_sensors'];
    const report = await command('partition', environment, ...others);
    for (const table of ['live_event', ...others]) assert.match(report, new RegExp(`${table}: it is partitioned now`));
    assert.match(await command('partition', environment), /live_event: it was partitioned already/);
    await sleep(2000);
    probe.stop();
    await Promise.all([probing, talking]);
  });
  for (const end = Date.now() + 10_000; listener.ids.length < said.length && Date.now() < end;) await sleep(50);
  await listener.stop();
  assert.deepEqual([listener.ids, listener.errors], [said, []]);
  const [layout] = await sql(
    `select is_partitioned('live_event') as is, count(*)::int as n from partitions_of('live_event')`,
  );
  assert.deepEqual(layout, { is: true, n: 3 });
  // Accounts that are deleted would change them, and none is.
  assert.deepEqual(await sql('select * from log_before except select * from live_event'), []);
  // The last ones get their positions.
  await running.stop();
  await sql(`select from live_events((select last_seq from live_log), 5000)`);
  const [log] = await sql(`select count(*) = count(distinct seq) and count(*) = count(distinct id) as once,
    max(seq) = count(*) as all, count(*) filter (where kind = 'probe')::int as probes from live_event`);
  assert.deepEqual(log, { once: true, all: true, probes: probe.written });
  return `${events} events; ${told}; ${said.length} live messages once each; of ${probe.written} writes and as many reads of
    the log, one waited longest: ${probe.longest.toFixed(0)} ms`.replaceAll(/\s+/g, ' ');
}

/** Runs the command and kills it when it says that it does something. */
async function runUntil(words: string, environment: Record<string, string>): Promise<void> {
  const program = fileURLToPath(new URL('../../../src/process/partition.js', import.meta.url));
  const child = spawn(process.execPath, [program], { env: { ...inherited, ...environment } });
  let output = '';
  child.stdout.on('data', (part: Buffer) => (output += part.toString()).includes(words) && child.kill('SIGKILL'));
  assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL'], output);
}

/** Writes to the log and reads from it all the time, and measures how long that takes at most. */
class Probe {
  readonly #client: pg.Client;
  #stopped = false;
  written = 0;
  /** Milliseconds. */
  longest = 0;

  constructor(connectionString: string) {
    this.#client = new pg.Client({ connectionString });
  }

  async run(): Promise<void> {
    await this.#client.connect();
    await this.whileRunning(async () => {
      await this.#timed(`insert into live_event (kind, subject_id) values ('probe', 0)`);
      this.written++;
      await this.#timed('select * from live_event where user_id = 7 and seq is not null');
    });
    await this.#client.end();
  }

  async #timed(text: string): Promise<void> {
    const begun = performance.now();
    await this.#client.query(text);
    this.longest = Math.max(this.longest, performance.now() - begun);
  }

  async whileRunning(work: () => Promise<unknown>): Promise<void> {
    while (!this.#stopped) {
      await work();
      await sleep(5);
    }
  }

  stop(): void {
    this.#stopped = true;
  }
}
