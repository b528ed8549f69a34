import { Agent, request } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { demoFolder } from '../../support/demo-folder.ts';
import { printedValue, startReady } from '../../support/started-process.ts';
import { form, json, line } from './hostile.ts';
import type { Way } from './hostile.ts';
import type { Door } from './doors.ts';
import type { Watched } from './watch.ts';

/** Something that is sent to a door. */
export interface Knock {
  /** What it is, for the message of a failure. */
  what: string;
  bytes: number;
  send(): Promise<number>;
}

/** A service that is watched from within. */
export interface WatchedService {
  url: string;
  key: string;
  /** Begins to watch. */
  begin(): Promise<Watched>;
  /** What happened since. */
  end(): Promise<Watched>;
  stop(): Promise<void>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Starts the service with the demo data, as `npm start` does. */
export async function watchedService(): Promise<WatchedService> {
  const [folder, remove] = await demoFolder();
  const file = join(folder, 'watch');
  const started = await startReady(folder, {
    RATE_LIMITS: 'off',
    METRICS_TOKEN: 'a token of sixteen letters',
    LOG_LEVEL: 'fatal',
    WATCH: file,
    NODE_OPTIONS: `--max-semi-space-size=32 --import ${fileURLToPath(new URL('./watch.js', import.meta.url))}`,
  });
  const port = await readFile(file, 'utf8');
  const ask = async (path: string) => (await (await fetch(`http://127.0.0.1:${port}${path}`)).json()) as Watched;
  return {
    url: new URL(printedValue(started.stdout(), 'Start page')).origin,
    key: printedValue(started.stdout(), 'Key'),
    begin: () => ask('/begin'),
    end: () => ask('/end'),
    async stop() {
      started.kill('SIGTERM');
      await started.ended;
      await remove();
    },
  };
}

/** Sends a request, and returns the status of its answer, or 0 if the connection was closed instead. */
function sent(service: WatchedService, method: string, path: string, headers: Record<string, string>, body?: string) {
  return new Promise<number>((resolve) => {
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const length = bytes ? { 'Content-Length': bytes.length } : {};
    const options = { agent, method, headers: { Authorization: `Bearer ${service.key}`, ...length, ...headers } };
    const call = request(new URL(service.url), { ...options, path }, (response) => {
      response.resume().on('close', () => resolve(response.statusCode ?? 0));
      // A stream of events has no end.
      if (response.headers['content-type']?.startsWith('text/event-stream')) setTimeout(() => call.destroy(), 50);
    });
    call.on('error', () => resolve(0)).end(bytes);
  });
}

/** The largest line of a request that is tried, in bytes. Node refuses heads above 16 KiB. */
const longestLine = 12 * 1024;
/** Headers that a door reads. */
const headersRead = [
  'Authorization', 'Accept', 'Accept-Encoding', 'Accept-Language', 'Content-Type', 'Content-Encoding', 'Content-MD5', 'User-Agent',
  'Idempotency-Key', 'If-None-Match', 'Range', 'Origin', 'Cookie', 'Expect', 'X-Forwarded-For', 'X-Request-Id', 'X-HTTP-Method-Override',
  'Apollographql-Client-Name', 'GraphQL-Client-Name', 'Last-Event-ID', 'Traceparent', 'X-Explain', 'Host', 'Via',
]; // prettier-ignore

/** What is sent to a door in one of the ways: its parameters, its query, its headers and its bodies. */
export function knocksOn(service: WatchedService, door: Door, way: Way, size: number): Knock[] {
  const method = door.method === 'USE' ? 'POST' : door.method;
  const escaped = encodeURIComponent(line[way](longestLine / 3)).slice(0, longestLine);
  const plain = door.path.replaceAll(/:\w+/g, '1').replace('*file', 'file');
  const lines: [what: string, path: string, headers: Record<string, string>][] = [
    ['the query', `${plain}?${form[way](longestLine)}`.slice(0, longestLine), {}],
    ['Accept', plain, { Accept: line[way](longestLine) }],
    ['the name of the client', plain, { 'User-Agent': line[way](longestLine) }],
  ];
  if (plain !== door.path)
    lines.push(['the path', door.path.replaceAll(/:\w+|\*file/g, () => escaped.slice(0, 4000)), {}]);
  if (door.path === '/graphql' || door.path === '/nothing/:id' || door.path === '/api/v1/post/')
    for (const name of headersRead) lines.push([`the header ${name}`, plain, { [name]: line[way](longestLine) }]);
  const small = lines.map(([what, path, headers]): Knock => {
    const send = () =>
      sent(service, method, path, { ...(headers['Accept'] ? {} : { Accept: 'text/html' }), ...headers });
    return { what, bytes: longestLine, send };
  });
  const large = Object.entries(door.sends ?? {}).map(([type, family]): Knock => {
    const body = family[way](Math.min(size, door.most ?? 1024 * 1024));
    const headers = { 'Content-Type': type.split('; ', 1)[0]!, Accept: 'application/json' };
    return { what: type, bytes: Buffer.byteLength(body), send: () => sent(service, method, plain, headers, body) };
  });
  return [...small, ...large];
}

/** What is sent to a socket: before it is open to requests, and afterwards. */
export function knocksOnSocket(service: WatchedService, way: Way, size: number): Knock[] {
  const init = `{"type":"connection_init","payload":{"authorization":"Bearer ${service.key}"}}`;
  const payload = json[way](size);
  const messages: Readonly<Record<string, string[]>> = {
    'the first message': [`{"type":"connection_init","payload":${payload}}`],
    'a ping': [init, `{"type":"ping","payload":${payload}}`],
    'a subscription': [
      init,
      `{"type":"subscribe","id":"1","payload":{"query":"{ me { id } }","variables":${payload}}}`,
    ],
    'a subscription with a long id': [
      init,
      `{"type":"subscribe","id":${JSON.stringify(payload)},"payload":{"query":"{ me { id } }"}}`,
    ],
    'the messages': [
      init,
      ...Array.from(
        { length: Math.min(100, size / 1000) },
        (_, i) => `{"type":"subscribe","id":"${i}","payload":{"query":"{ me { id } }"}}`,
      ),
    ],
  };
  return Object.entries(messages).map(([what, all]): Knock => {
    const send = () =>
      new Promise<number>((resolve) => {
        const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
        const timer = setTimeout(() => socket.close(), 100 + all.length * 5);
        socket.on('error', () => {}).on('close', (code) => (clearTimeout(timer), resolve(code)));
        socket.on('open', () => all.forEach((message) => socket.send(message)));
      });
    return { what: `${what} of a socket`, bytes: all.reduce((sum, one) => sum + one.length, 0), send };
  });
}

/** The bounds: milliseconds of a turn, and bytes of memory for each byte that was sent, beyond what a few requests take anyway. */
export const bounds = { turnMs: 50, times: 8, floorBytes: 160 * 1024 * 1024 } as const;

/** An upload of GPX, and a recorded one that is tried, in a transaction that is rolled back. */
export const storesRun = {
  turnMs: 200,
  because: 'the embedded database is in the same thread, and stores a run with all its points',
};

/** What is wrong with a door after it was sent these: with all of them together, and, if something is, with each that is alone. */
export async function wrongWith(service: WatchedService, knocks: readonly Knock[], turnMs: number): Promise<string[]> {
  const faultOf = async (some: readonly Knock[]) => {
    const largest = Math.max(0, ...some.map(({ bytes }) => bytes));
    await service.begin();
    const statuses: number[] = [];
    for (const knock of some) statuses.push(await knock.send());
    const watched = await service.end();
    const failed = statuses.filter((status) => status === 500 || status === 1011);
    if (failed.length > 0) return 'answers 500';
    if (watched.turnMs > turnMs) return `${Math.round(watched.turnMs)} ms in one turn`;
    if (watched.grownBytes > bounds.floorBytes + bounds.times * largest)
      return `grows by ${Math.round(watched.grownBytes / 1024 / 1024)} MiB`;
    return null;
  };
  if ((await faultOf(knocks)) === null) return [];
  const wrong: string[] = [];
  for (const knock of knocks) {
    let fault = await faultOf([knock]);
    // A collection of garbage, or a program that is compiled, may be in one turn, and is not in all.
    for (let again = 0; again < 3 && fault; again++) fault = await faultOf([knock]);
    if (fault) wrong.push(`${knock.what} (${knock.bytes} bytes): ${fault}`);
  }
  return wrong;
}
