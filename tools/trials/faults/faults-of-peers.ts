import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { makeGpx } from '../../../test/support/gpx-maker.ts';
import type { Fault } from './fault.ts';
import type { FaultStage } from './fault-stage.ts';
import { endRedis } from './fault-stage.ts';
import type { Kind } from './ledger.ts';
import type { Mood } from './peers.ts';

/** Causes calls of the social network and the geocoder, in addition to the mails of the load. */
async function callOutside(stage: FaultStage): Promise<void> {
  const [ann] = stage.people;
  const { id = 0, key = '' } = ann ?? {};
  await Promise.all([
    stage.calls.rest('social', 'POST', '/account/social/login/', '', { token: 'not-a-token' }),
    stage.calls.rest('shared upload', 'POST', '/workout/', key, {
      title: 'Shared',
      run_date: new Date(1e12 + ++shared * 60_000).toISOString(),
      run_type: 'Tempo',
      duration_in_seconds: 600,
      distance_in_meters: 2000 + shared,
      social_access_token: 'not-a-token',
    }),
    stage.calls.rest('place', 'PATCH', `/profile/${id}/`, key, { location_name: `Nowhere ${Math.random()}` }),
    stage.calls.rest('place', 'PATCH', `/profile/${id}/`, key, { location_lat: Math.random() * 40, location_lng: 8 }),
  ]);
}

let shared = 0;
let disk = '';
let ordinary: Record<string, string> = {};
const diskBytes = 6 * 1024 * 1024;

/** Faults of the systems that the service depends on, except for PostgreSQL. */
export const faultsOfPeers: Fault[] = [
  {
    name: 'Redis is gone, is back, hangs, and is back',
    lacks: async () => (existsRedis() ? null : 'redis-server is not installed'),
    async run(stage) {
      const alone = /redis does not answer/;
      await endRedis(stage.redis);
      stage.readiness.is(true, alone);
      await sleep(5000);
      stage.readiness.open();
      await stage.startRedis();
      await sleep(3000);
      stage.readiness.is(true, /^ready\n$/);
      await sleep(3000);
      stage.redis?.kill('SIGSTOP');
      stage.readiness.open();
      await sleep(3000);
      stage.readiness.is(true, alone);
      await sleep(4000);
      stage.redis?.kill('SIGCONT');
      stage.readiness.open();
      await sleep(3000);
      stage.readiness.is(true, /^ready\n$/);
      await sleep(3000);
    },
  },
  {
    name: 'mail server, social network and geocoder are slow, dead, and answer nonsense',
    async run(stage) {
      stage.readiness.is(true);
      for (const mood of ['slow', 'dead', 'nonsense'] satisfies Mood[]) {
        stage.peers.mood(mood);
        const until = performance.now() + 7000;
        while (performance.now() < until) await Promise.all([callOutside(stage), sleep(500)]);
      }
      stage.peers.mood('well');
    },
  },
  {
    name: 'the store of pictures is full',
    lacks: async () => {
      try {
        disk = await mkdtemp(join(tmpdir(), 'runners-disk-'));
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', disk], { stdio: 'ignore' });
        return null;
      } catch {
        return 'no file system can be mounted here';
      }
    },
    async prepare(stage) {
      ordinary = stage.environment;
      mkdirSync(join(disk, 'data'));
      stage.environment = { ...ordinary, DATA_DIR: join(disk, 'data') };
      await restart(stage);
    },
    async run(stage) {
      await sleep(1000);
      stage.readiness.is(false, /the disk is full/);
      const { bavail, bsize } = await statfs(disk);
      await writeFile(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 16 * 1024)).catch(() => {});
      await sleep(5000);
      stage.readiness.open();
      await rm(join(disk, 'filler'));
      // The service reports a full disk for half a minute after a write has failed.
      await stage.readiness.ready(40_000);
      stage.readiness.is(true);
    },
    async restore(stage) {
      stage.environment = ordinary;
      await restart(stage);
      execFileSync('umount', ['-l', disk]);
      await rm(disk, { recursive: true, force: true });
    },
  },
  {
    name: 'connections are cut in the middle of a body, 200 times',
    async run(stage) {
      stage.readiness.is(true);
      await Promise.all(
        Array.from({ length: 200 }, async (_, n) => {
          await sleep(n * 20);
          await cutOff(stage, n);
        }),
      );
    },
  },
];

function existsRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function restart(stage: FaultStage): Promise<void> {
  stage.service.kill('SIGTERM');
  await stage.service.ended;
  await stage.startService();
  await stage.readiness.ready(20_000);
}

/** Sends most of a write and closes the connection. The write must not have any effect. */
async function cutOff(stage: FaultStage, n: number): Promise<void> {
  const person = stage.people[n % stage.people.length];
  if (!person) return;
  const mark = `Cut ${randomUUID()}`;
  const email = `${mark.replaceAll(' ', '-')}@example.org`;
  const bodies: [Kind, string, string, string][] = [
    [
      'registration',
      '/api/v1/account/register/',
      'application/json',
      JSON.stringify({ first_name: 'Cut', last_name: 'Off', email, password: 'long enough, too' }),
    ],
    [
      'workout',
      '/api/v1/workout/',
      'application/X.service-GPX+xml',
      makeGpx({ points: 2000, track: `<name>${mark}</name>` }),
    ],
    [
      'invitation',
      '/graphql',
      'application/json',
      JSON.stringify({ query: `mutation { invite(input: { email: "${email}" }) { __typename } }` }),
    ],
  ];
  const [kind, path, type, body] = bodies[n % bodies.length] ?? bodies[0]!;
  const socket = connect(Number(new URL(stage.url).port), '127.0.0.1');
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.key}\r\nContent-Type: ${type}\r\n`;
  socket.write(
    `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, -1 - Math.floor(Math.random() * body.length * 0.5))}`,
  );
  await sleep(Math.random() * 200);
  if (n % 2) socket.destroy();
  else socket.resetAndDestroy();
  await closed;
  stage.ledger.enter({
    kind,
    mark: kind === 'workout' ? mark : email,
    place: person.id,
    key: person.key,
    result: 'refused',
    location: '',
  });
}
