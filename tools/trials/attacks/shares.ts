import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { makeGpx } from '../../../test/support/gpx-maker.ts';
import { counted } from './attack.ts';
import type { Attack } from './attack.ts';
import { flood, graphql, hold, rest, send } from './flood.ts';
import type { Sent, Statuses } from './flood.ts';
import type { Stage } from './stage.ts';

const megabyte = 1024 * 1024;
/** Somebody who does during an attack what the attack is aimed at, from a network of their own. */
const stranger = { address: '127.9.9.9', account: 45 } as const;
const gpxType = 'application/X.service-GPX+xml';
const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000));

/** @throws Error if the stranger is not answered with `status` */
async function strangerGets(stage: Stage, sent: Sent, status: number): Promise<void> {
  const answer = await send(stage, stranger.address, sent);
  if (answer.status !== status)
    throw new Error(`a stranger was answered ${answer.status} ${answer.text.slice(0, 200)}`);
}

/** What comes of an attack during which a stranger is served. */
async function besides(attack: Promise<Statuses>, after: number, serve: () => Promise<void>): Promise<string> {
  const [statuses] = await Promise.all([attack, seconds(after).then(serve)]);
  return `${counted(statuses)}; a stranger was served`;
}

const summed = (all: Statuses[]) =>
  all.reduce((sum, one) => {
    for (const [status, count] of Object.entries(one)) sum[status] = (sum[status] ?? 0) + count;
    return sum;
  }, {});

/** Opens connections that ask for something large and read a kilobyte a second of it. */
async function readSlowly({ url }: Stage, from: string, all: Sent[], forSeconds: number): Promise<Statuses> {
  const { hostname, port } = new URL(url);
  const statuses: Statuses = {};
  const sockets: Socket[] = [];
  for (const { method = 'GET', path, headers = {} } of all) {
    const socket = connect({ host: hostname, port: Number(port), localAddress: from });
    sockets.push(socket);
    socket.on('error', () => {});
    await once(socket, 'connect').catch(() => {});
    const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    socket.once('readable', () => {
      const status = /^HTTP\/1\.1 (\d+)/.exec(String(socket.read(200) ?? ''))?.[1] ?? '0';
      statuses[status] = (statuses[status] ?? 0) + 1;
    });
  }
  const reading = setInterval(() => sockets.forEach((socket) => socket.read(1024)), 1000);
  await seconds(forSeconds);
  clearInterval(reading);
  for (const socket of sockets) socket.destroy();
  return statuses;
}

const signIn = (email: string, password: string): Sent => ({
  path: '/api/v1/account/login/',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ email, password }),
});
const member = { email: 'stranger@example.org', password: 'the right word 17' } as const;

/** The requests for the maps of routes or workouts in many sizes. */
async function mapPaths(stage: Stage, from: string, key: string, list: string, count: number): Promise<string[]> {
  const paths: string[] = [];
  for (let n = 0; n < count; n += 30) {
    const fields = Array.from({ length: 30 }, (_, k) => `a${k}: staticMapUrl(width: ${200 + n + k}, height: 300)`);
    const { text } = await send(stage, from, graphql(`{ ${list}(first: 1) { nodes { ${fields.join(' ')} } } }`, key));
    for (const url of text.match(/http:[^"]+/g) ?? []) paths.push(url.replace(/^http:\/\/[^/]+/, ''));
  }
  return paths.slice(0, count);
}

/** Attacks that fill what all share, during which a stranger has to be served. */
export const shares: Attack[] = [
  {
    name: '66 bodies of 32 MiB of two accounts held at the last byte',
    run: (stage, from) => {
      const head = (n: number) =>
        `POST /api/v1/workout/ HTTP/1.1\r\nContent-Type: ${gpxType}\r\nAuthorization: Bearer ${stage.accounts[20 + n]?.key}\r\n`;
      const held = [0, 1].map((n) => hold(stage, from, 33, head(n), 32 * megabyte, 12));
      const { key = '' } = stage.accounts[stranger.account] ?? {};
      const file = makeGpx({ points: 6000, start: '2023-01-01T00:00:00Z' });
      const upload = () => strangerGets(stage, rest('POST', '/workout/', key, file, gpxType), 201);
      return besides(Promise.all(held).then(summed), 8, upload);
    },
  },
  {
    name: '2,400 forms without a key from three addresses held at the last byte',
    run: (stage, from) => {
      const head = 'POST /api/v1/account/login/ HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n';
      const held = ['1', '2', '3'].map((n) =>
        hold(stage, `${from.replace(/\d+$/, '')}20${n}`, 800, head, megabyte, 12),
      );
      const { key = '' } = stage.accounts[stranger.account] ?? {};
      const file = makeGpx({ points: 6000, start: '2023-02-01T00:00:00Z' });
      const upload = () => strangerGets(stage, rest('POST', '/workout/', key, file, gpxType), 201);
      return besides(Promise.all(held).then(summed), 8, upload);
    },
  },
  {
    name: 'forty slow readers of GPX of four accounts',
    async prepare(stage, from) {
      const { key = '' } = stage.accounts[24] ?? {};
      for (let n = 0; n < 4; n++) {
        const gpx = makeGpx({
          points: 100_000,
          everySeconds: 1,
          start: new Date(Date.UTC(2024, 5, 1 + n)).toISOString(),
        });
        await send(stage, from, rest('POST', '/workout/', key, gpx, gpxType));
      }
      const file = makeGpx({ points: 100, start: '2023-03-01T00:00:00Z' });
      await send(
        stage,
        stranger.address,
        rest('POST', '/workout/', stage.accounts[stranger.account]?.key ?? '', file, gpxType),
      );
    },
    run: (stage, from) => {
      const list = (account: number, user: number) => {
        const sent = rest('GET', `/workout/?user=${user}`, stage.accounts[account]?.key ?? '');
        return { ...sent, headers: { ...sent.headers, Accept: gpxType } };
      };
      const all = Array.from({ length: 40 }, (_, n) => list(24 + (n % 4), stage.accounts[24]?.id ?? 0));
      const own = list(stranger.account, stage.accounts[stranger.account]?.id ?? 0);
      return besides(readSlowly(stage, from, all, 20), 8, () => strangerGets(stage, own, 200));
    },
  },
  {
    name: '1,200 wrong passwords at once from 120 addresses of three networks',
    async prepare(stage) {
      const person = { ...member, first_name: 'Stranger', last_name: 'Known', birthday: '1990-01-01', gender: 'F' };
      await send(stage, stranger.address, {
        path: '/api/v1/account/register/',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(person),
      });
    },
    run: (stage) => {
      const addresses = Array.from({ length: 120 }, (_, n) => `127.8.${n % 3}.${10 + n}`);
      const guesses = addresses.map((address, n) =>
        flood(stage, address, 10, 10, (k) => signIn(`runner${200 + n * 10 + k}@example.org`, 'a wrong word 17')),
      );
      return besides(Promise.all(guesses).then(summed), 1, () =>
        strangerGets(stage, signIn(member.email, member.password), 200),
      );
    },
  },
  {
    name: '1,050 maps of one long route in as many sizes',
    async prepare(stage, from) {
      const { key = '' } = stage.accounts[28] ?? {};
      const gpx = makeGpx({ points: 60_000, everySeconds: 1, stepMeters: 3 });
      const made = await send(stage, from, rest('POST', '/workout/', key, gpx, gpxType));
      if (made.status !== 201) throw new Error(`the workout was answered ${made.status}`);
    },
    async run(stage, from) {
      const paths = await mapPaths(stage, from, stage.accounts[28]?.key ?? '', 'workouts', 1050);
      const statuses = await flood(stage, from, paths.length, 200, (n) => ({ method: 'GET', path: paths[n] ?? '/' }));
      return `${paths.length} URLs: ${counted(statuses)}`;
    },
  },
];
