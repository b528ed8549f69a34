import { randomBytes } from 'node:crypto';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { counted } from './attack.ts';
import type { Attack } from './attack.ts';
import { flood, graphql, send } from './flood.ts';
import type { Statuses } from './flood.ts';
import type { Stage } from './stage.ts';

/** Opens a socket from an address; resolves once it is open, or null when it is refused. */
function socketFrom({ url }: Stage, from: string): Promise<WebSocket | null> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { localAddress: from });
  return new Promise((resolve) => {
    socket.on('open', () => resolve(socket));
    socket.on('error', () => resolve(null));
  });
}

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000));

/** Attacks with keys and words that are wrong, and with subscriptions. */
export const failing: Attack[] = [
  {
    name: 'unknown keys over REST',
    run: async (stage, from) =>
      counted(
        await flood(stage, from, 20_000, 64, () => ({
          method: 'GET',
          path: '/api/v1/me/',
          headers: { Authorization: `Bearer ${randomBytes(32).toString('base64url')}` },
        })),
      ),
  },
  {
    name: 'unknown keys on sockets',
    async run(stage, from) {
      const codes: Statuses = {};
      const attempt = async () => {
        const socket = await socketFrom(stage, from);
        if (!socket) return void (codes['refused'] = (codes['refused'] ?? 0) + 1);
        const closed = new Promise<number>((resolve) => socket.once('close', resolve));
        socket.send(
          JSON.stringify({ type: 'connection_init', payload: { apiKey: randomBytes(32).toString('base64url') } }),
        );
        const code = await closed;
        codes[code] = (codes[code] ?? 0) + 1;
      };
      for (let round = 0; round < 100; round++) await Promise.all(Array.from({ length: 50 }, attempt));
      return counted(codes);
    },
  },
  {
    name: 'pings of 300 kB without a key',
    async run(stage, from) {
      const ping = JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(300_000) } });
      let echoed = 0;
      const sockets = await Promise.all(Array.from({ length: 20 }, () => socketFrom(stage, from)));
      for (const socket of sockets) socket?.on('message', (data: Buffer) => (echoed += data.length));
      for (let n = 0; n < 60; n++) for (const socket of sockets) if (socket?.readyState === 1) socket.send(ping);
      await seconds(3);
      for (const socket of sockets) socket?.terminate();
      if (echoed > 10e6) throw new Error(`${(echoed / 1e6).toFixed(0)} MB came back`);
      return `${(echoed / 1e6).toFixed(2)} MB came back`;
    },
  },
  {
    name: 'guessing at one password in hundreds of spellings of its address',
    async run(stage, from) {
      const email = 'runner85@example.org';
      const spelled = (n: number) =>
        [...email].map((letter, at) => ((n >> (at % 16)) & 1 ? letter.toUpperCase() : letter)).join('');
      const guesses: Statuses = {};
      for (let n = 0; n < 60; n++) {
        const query =
          'mutation ($email: String!, $password: String!) { signIn(input: { email: $email, password: $password }) { username } }';
        const { text } = await send(
          stage,
          `127.0.2.${1 + n}`,
          graphql(query, undefined, { email: spelled(n), password: `guess ${n}` }),
        );
        const code = /"code":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 50);
        guesses[code] = (guesses[code] ?? 0) + 1;
      }
      return `${counted(guesses)} (first from ${from})`;
    },
  },
  {
    name: '280 subscriptions of one key and ten documents of posts',
    async run(stage) {
      const { key, globalId } = stage.accounts[13] ?? {};
      const writer = stage.accounts[14];
      let delivered = 0;
      const client = createClient({
        url: `${stage.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { apiKey: key },
        retryAttempts: 0,
      });
      const clients = [
        client,
        ...Array.from({ length: 2 }, () =>
          createClient({
            url: `${stage.url.replace('http', 'ws')}/graphql`,
            webSocketImpl: WebSocket,
            connectionParams: { apiKey: key },
            retryAttempts: 0,
          }),
        ),
      ];
      const query =
        'subscription ($id: ID) { feedPostAdded(type: PROFILE, userId: $id) { post { id body author { firstName lastName } workout { title } } } }';
      for (let n = 0; n < 280; n++)
        clients[n % clients.length]?.subscribe(
          { query, variables: { id: writer?.globalId } },
          { next: () => (delivered += 1), error: () => {}, complete: () => {} },
        );
      await seconds(2);
      const record = (n: number) =>
        `recordWorkout(input: { title: "t", runDate: "2024-01-01T00:${String(n % 60).padStart(2, '0')}:00Z", runType: TEMPO, durationInSeconds: 60, distanceInMeters: ${1000 + n * 10} }) { workout { id } }`;
      for (let d = 0; d < 10; d++)
        await send(
          stage,
          '127.0.1.200',
          graphql(
            `mutation { ${Array.from({ length: 30 }, (_, k) => `a${k}: ${record(d * 30 + k)}`).join(' ')} }`,
            writer?.key,
          ),
        );
      await seconds(3);
      await Promise.all(clients.map((one) => one.dispose()));
      return `${delivered} deliveries to ${globalId}`;
    },
  },
];
