import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { ClientOptions } from 'ws';
import type { Person } from './cast.ts';
import type { Mapping } from './client.ts';

/** A message of the protocol graphql-transport-ws. */
interface ProtocolMessage {
  type: string;
  id?: string;
  payload?: unknown;
}

/** A GraphQL result of a subscription. */
interface LiveResult {
  data?: Record<string, (Mapping & { cursor: string }) | null> | null;
  errors?: { message: string; extensions: Mapping & { code: string } }[];
}

/** How a connection ended. */
interface Closed {
  code: number;
  reason: string;
}

/** Generous: the machine may be busy with other things, and clients wait longer after each attempt to connect. */
const patienceMs = 100_000;

/** What has arrived, and waiting for more. */
export class Arrivals<Thing> {
  readonly all: Thing[] = [];
  #wake: () => void = () => {};

  add(thing: Thing): void {
    this.all.push(thing);
    this.#wake();
  }

  /** Resolves when `enough` says so. */
  async until(enough: (all: Thing[]) => boolean, what = 'what was waited for'): Promise<Thing[]> {
    const deadline = Date.now() + patienceMs;
    while (!enough(this.all)) {
      if (Date.now() > deadline)
        throw new Error(`${what} did not come; came: ${JSON.stringify(this.all).slice(0, 2000)}`);
      await Promise.race([new Promise<void>((resolve) => (this.#wake = resolve)), sleep(1000)]);
    }
    return this.all;
  }
}

/** A WebSocket that speaks the protocol as it is told to. */
export class TestSocket {
  readonly raw: WebSocket;
  readonly messages = new Arrivals<ProtocolMessage>();
  readonly closed: Promise<Closed>;
  #ids = 0;

  constructor(url: string, options: ClientOptions = {}, protocol: string | string[] = 'graphql-transport-ws') {
    this.raw = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, protocol, options);
    this.raw.on('message', (data: Buffer) => this.messages.add(JSON.parse(String(data)) as ProtocolMessage));
    this.raw.on('error', () => {});
    this.raw.setMaxListeners(0);
    this.closed = new Promise((resolve) => {
      this.raw.once('close', (code: number, reason: Buffer) => resolve({ code, reason: String(reason) }));
    });
  }

  /** Resolves when it is open, or has been refused. */
  async opened(): Promise<void> {
    if (this.raw.readyState !== WebSocket.CONNECTING) return;
    await Promise.race([new Promise((resolve) => this.raw.once('open', resolve)), this.closed]);
  }

  send(message: ProtocolMessage | string): void {
    this.raw.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Introduces itself; resolves when that is acknowledged or refused. */
  async init(payload?: Mapping): Promise<this> {
    await this.opened();
    if (this.raw.readyState === WebSocket.OPEN) this.send({ type: 'connection_init', ...(payload ? { payload } : {}) });
    await Promise.race([this.messages.until((all) => all.some(({ type }) => type === 'connection_ack')), this.closed]);
    return this;
  }

  /** Begins an operation. */
  operate(query: string, variables: Mapping = {}): Live {
    const id = String((this.#ids += 1));
    const live = new Live(() => this.raw.readyState === WebSocket.OPEN && this.send({ type: 'complete', id }));
    this.raw.on('message', (data: Buffer) => {
      const { type, id: of, payload } = JSON.parse(String(data)) as ProtocolMessage;
      if (of !== id) return;
      if (type === 'next') live.results.add(payload as LiveResult);
      if (type === 'error') live.results.add({ errors: payload as never });
      if (type !== 'next') live.over();
    });
    this.send({ type: 'subscribe', id, payload: { query, variables } });
    return live;
  }
}

/** A subscription under way. */
export class Live {
  readonly results = new Arrivals<LiveResult>();
  readonly #stop: () => unknown;
  readonly #ended = Promise.withResolvers<void>();

  constructor(stop: () => unknown) {
    this.#stop = stop;
  }

  /** Its events in the order in which they came: what the subscription's field says. */
  get events(): (Mapping & { cursor: string })[] {
    return this.results.all.flatMap(({ data }) => Object.values(data ?? {}).filter((event) => event !== null));
  }

  /** Resolves with the events when there are so many. */
  async first(count: number): Promise<(Mapping & { cursor: string })[]> {
    await this.results.until(() => this.events.length >= count, `event ${count}`);
    return this.events;
  }

  /** Resolves with the code of the first error. */
  async refused(): Promise<string | undefined> {
    await this.results.until((all) => all.some(({ errors }) => errors));
    return this.results.all.find(({ errors }) => errors)?.errors?.[0]?.extensions.code;
  }

  /** Resolves when the service says that there is no more. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  over(): void {
    this.#ended.resolve();
  }

  stop(): void {
    this.#stop();
  }
}

/** The ways a subscription comes. */
export const liveFormats = {
  'graphql-ws': async (person: Person, query: string, variables: Mapping = {}): Promise<Live> => {
    const socket = await new TestSocket(person.url).init({ authorization: person.authorization });
    const live = socket.operate(query, variables);
    return Object.assign(live, { stop: () => socket.raw.close() });
  },
  'graphql-sse': async (person: Person, query: string, variables: Mapping = {}): Promise<Live> =>
    stream(person.url, { Authorization: person.authorization }, { query, variables }),
} as const;

/** A subscription over server-sent events. */
export async function stream(
  url: string,
  headers: Record<string, string>,
  asked: Mapping,
): Promise<Live & { ids: string[] }> {
  const abort = new AbortController();
  const response = await fetch(`${url}/graphql/stream`, {
    method: 'POST',
    headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(asked),
    signal: abort.signal,
  });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  const live = Object.assign(new Live(() => abort.abort()), { ids: [] as string[] });
  const read = async () => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(message)?.[1];
        const id = field('id');
        if (id !== undefined) live.ids.push(id);
        if (field('event') === 'next') live.results.add(JSON.parse(field('data') ?? '') as LiveResult);
        if (field('event') === 'complete') live.over();
      }
    }
  };
  read().then(
    () => live.over(),
    () => live.over(),
  );
  return live;
}

/** Messages to a person from a cursor on. Without one, they begin at some moment after the request. */
export const messageAdded =
  'subscription ($after: String) { messageAdded(after: $after) { cursor message { message } } }';

/** Where the events stand, for a person. */
export async function liveCursor(client: {
  graphql: (query: string) => Promise<{ data: Mapping | null }>;
}): Promise<string> {
  const { data } = await client.graphql('{ liveCursor }');
  return data?.['liveCursor'] as string;
}
