import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readCast } from '../bench/cast.ts';
import { cpuOf, databaseCpu, startServer, used } from '../bench/processes.ts';
import { headersOf } from '../bench/requests.ts';
import { settings } from '../bench/settings.ts';
import { programOn } from '../bench/stage.ts';
import { need } from '../../../test/support/needs.ts';
import { globalId } from '../../../schema/global-id.ts';
import { measuredFields, smallest } from './documents.ts';
import type { Given, MeasuredField, Sent } from './documents.ts';
import pg from 'pg';

/*
 * npx runners calibrate
 *
 * Measures the CPU time that the fields of documents.ts take, in the service and in PostgreSQL together, on the database of the benchmark
 * (`npm run bench:seed`), and writes it to schema/execution/measured-costs.ts, from which the prices of fields are computed. It takes four
 * minutes. BENCH_DATABASE_URL as in ../bench/run.ts; BENCH_ITEMS names
 * the fields to measure, and leaves the others as they are.
 */
const path = fileURLToPath(new URL('../../../../schema/execution/measured-costs.ts', import.meta.url));
/** Milliseconds for which each request is repeated, first to warm up. Readings of CPU time have steps of 10 ms. */
const patience = 1000;
/** The fastest round counts, because others on the same machine make a round slower and never faster. */
const rounds = 3;

await need('calibrate', { server: { url: settings.databaseUrl, variable: 'BENCH_DATABASE_URL' } });
const client = new pg.Client({ connectionString: settings.databaseUrl });
await client.connect();
const cast = await readCast(client);
const { arguments: words, environment } = await programOn(settings.databaseUrl);
const server = await startServer(words, environment);
let serial = 0;

async function send(given: Given, make: (given: Given) => Sent): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/graphql`, {
    method: 'POST',
    headers: { ...headersOf({ reader: given.reader, method: 'POST', path: '' }), 'Content-Type': 'application/json' },
    body: JSON.stringify(make(given)),
  });
  const text = await answer.text();
  if (answer.status !== 200 || text.includes('"errors"'))
    throw new Error(`${make(given).query}: ${text.slice(0, 500)}`);
}

/** Milliseconds of CPU time for each request. */
async function timeOf({ role }: MeasuredField, make: (given: Given) => Sent): Promise<number> {
  const readers = cast.readers[role];
  const workouts = new Map<number, string>();
  for (const { id } of role === 'recorder' ? readers : []) {
    const { rows } = await client.query<{ id: number }>(
      'select w.id::int as id from workout w where user_id = $1 order by w.id limit 1',
      [id],
    );
    if (rows[0]) workouts.set(id, globalId('Workout', rows[0].id));
  }
  const repeat = async (end: number) => {
    let count = 0;
    for (; performance.now() < end; count++) {
      const reader = readers[count % readers.length]!;
      await send({ cast, reader, serial: serial++, workout: workouts.get(reader.id) ?? '' }, make);
    }
    return count;
  };
  await repeat(performance.now() + patience);
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const before = { service: cpuOf(server.pid), database: await databaseCpu(client) };
    const count = await repeat(performance.now() + patience);
    const service = cpuOf(server.pid) - before.service;
    least = Math.min(least, (service + used(before.database, await databaseCpu(client))) / count);
  }
  return least;
}

try {
  const measured: Record<string, number> = {};
  for (const [name, field] of Object.entries(measuredFields)) {
    if (settings.items.length > 0 && !settings.items.includes(name)) continue;
    const whole = await timeOf(field, field.with);
    const rest = await timeOf(field, field.without ?? smallest);
    measured[name] = Math.max(0, Number((whole - rest).toPrecision(2)));
    console.log(`${name.padEnd(26)} ${whole.toFixed(2).padStart(9)} ${rest.toFixed(2).padStart(9)} ms`);
  }
  if (settings.items.length === 0) write(measured);
} finally {
  await server.stop();
  await client.end();
}

function write(measured: Readonly<Record<string, number>>): void {
  const lines = Object.entries(measured).map(([name, ms]) => `  ${name}: ${ms},\n`);
  writeFileSync(
    path,
    `/** Milliseconds of CPU time that fields take, in the service and its database together. Written by \`npx runners calibrate\`. */\nexport const measuredCosts = {\n${lines.join('')}} as const;\n`,
  );
}
