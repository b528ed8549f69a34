import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { readCast } from './cast.ts';
import { cleanUp } from './clean-up.ts';
import { fire } from './http-load.ts';
import { memoryOf, startServer, stopped, textOf } from './processes.ts';
import { encoded } from './requests.ts';
import type { Reader } from './requests.ts';
import { quantile } from './quantile.ts';
import { gpxFileOf } from './uploads.ts';

/** How a service is started: the arguments of node, and the environment on PostgreSQL. */
export interface Program {
  arguments: string[];
  environment: Record<string, string>;
}

const uploadPoints = 50_000;
const seconds = 15;
const demoReads = 200;

type Line = readonly [what: string, figure: string, bar: string];

/** What is measured besides the items: long uploads beside short reads, the start, and the embedded database. */
export async function beside(program: Program, client: Client): Promise<string> {
  const lines = [...(await uploads(program, client)), ...(await starts(program)), ...(await embedded(program))];
  return ['| what | figure | bar |', '|---|---|---|', ...lines.map((line) => `| ${line.join(' | ')} |`)].join('\n');
}

/** Latency of `GET /me/` while GPX files of 50,000 points come in one after the other, and where the memory goes. */
async function uploads(program: Program, client: Client): Promise<Line[]> {
  const cast = await readCast(client);
  const [runner, reader] = cast.readers.typical as [Reader, Reader];
  const service = await startServer(program.arguments, program.environment);
  try {
    const me = encoded({ reader, method: 'GET', path: '/api/v1/me/' }, new Map());
    const file = gpxFileOf(uploadPoints);
    const contentType = 'application/X.service-GPX+xml';
    const upload = encoded(
      { reader: runner, method: 'POST', path: '/api/v1/workout/', contentType, body: file },
      new Map(),
    );
    await fire(service.port, me, 0, 4, 3);
    await fire(service.port, upload, 1_000_000, 1, 3);
    const idle = await fire(service.port, me, 0, 4, 5);
    const before = memoryOf(service.pid);
    const [busy, sent] = await Promise.all([
      fire(service.port, me, 0, 4, seconds),
      fire(service.port, upload, 2_000_000, 1, seconds),
    ]);
    const after = memoryOf(service.pid);
    await sleep(10_000);
    const [alone, among] = [quantile(idle.latencies, 0.99), quantile(busy.latencies, 0.99)];
    return [
      [
        `p99 of \`GET /me/\` beside ${sent.requests} uploads of ${uploadPoints} points, one after the other`,
        `${among.toFixed(1)} ms, ${alone.toFixed(1)} ms without`,
        'at most 50 ms more',
      ],
      [
        'memory before, right after, and 10 s after the uploads',
        `${before.toFixed(0)}, ${after.toFixed(0)}, ${memoryOf(service.pid).toFixed(0)} MB`,
        'returns',
      ],
    ];
  } finally {
    await service.stop();
    await cleanUp(client);
  }
}

/** The second start: the first one compiles. */
async function starts({ arguments: program, environment }: Program): Promise<Line[]> {
  let time = 0;
  let memory = 0;
  for (let n = 0; n < 2; n++) {
    const start = performance.now();
    const service = await startServer(program, environment);
    time = performance.now() - start;
    await sleep(5000);
    memory = memoryOf(service.pid);
    await service.stop();
  }
  return [
    ['start to ready on PostgreSQL', `${(time / 1000).toFixed(2)} s`, 'under 2 s'],
    ['memory of the idle service on PostgreSQL', `${memory.toFixed(0)} MB`, 'under 200 MB'],
  ];
}

/** On the embedded database with the demo data: the start (the second one, which finds the data), and the feed. */
async function embedded({ arguments: program, environment }: Program): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-embedded-'));
  const { DATABASE_URL: _, ...others } = environment;
  const begin = async () => {
    const child = spawn(process.execPath, program, {
      env: { ...process.env, ...others, DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return { child, text: await textOf(child, /curl .*\n/) };
  };
  try {
    const empty = performance.now();
    const first = await begin();
    const made = performance.now() - empty;
    await stopped(first.child);
    const start = performance.now();
    const { child, text } = await begin();
    const time = performance.now() - start;
    const [, header = '', url = ''] = /curl -H '([^']+)' '([^']+)'/.exec(text) ?? [];
    const latencies: number[] = [];
    for (let n = 0; n < demoReads; n++) {
      const sent = performance.now();
      const answer = await fetch(url.replace(/limit=\d+/, 'limit=20'), {
        headers: { Authorization: header.slice(15) },
      });
      await answer.text();
      if (answer.status !== 200) throw new Error(`the embedded service answered ${answer.status}`);
      latencies.push(performance.now() - sent);
    }
    await stopped(child);
    return [
      [
        'start to ready on the embedded database',
        `${(time / 1000).toFixed(2)} s (${(made / 1000).toFixed(2)} s when it is made, demo data and all)`,
        'under 6 s',
      ],
      ['F on the embedded database at the demo size, p50', `${quantile(latencies, 0.5).toFixed(1)} ms`, 'under 25 ms'],
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
