import { randomUUID } from 'node:crypto';
import { stringify } from 'yaml';
import type { ProvedAnswer } from '../../translate/exchange.ts';
import { mediaType } from '../../../rest-compat/formats/formats.ts';
import type { Format } from '../../../rest-compat/formats/formats.ts';
import { writeXmlItem } from '@runners/wire';
import type { WireMapping } from '@runners/wire';
import { base } from '../../../rest-compat/uris.ts';
import { sendCall } from '../replay/send-call.ts';

/** Somebody whom the kit has registered. */
export interface Driver {
  id: number;
  email: string;
  password: string;
  authorization: string;
}

/** The fields of a body, or a file. */
export type Body = Record<string, unknown> | { type: string; bytes: Buffer };

/** A call of a row that fits, by whom it is made. */
export interface DrivenCall {
  by: Driver | null;
  path: string;
  body?: Body;
}

/** Thrown by a check that needs something that the kit was not given. */
export class Skipped extends Error {}

/** What the kit is given, because no row creates it: ids by their kind. */
export type Having = Readonly<Record<string, number>>;

/** A picture of one point. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);
export const pngFile: Body = { type: 'image/png', bytes: png };

/** A server that is tried: its accounts and things are made when a check needs them first. */
export class Driven {
  readonly #url: string;
  readonly #having: Having;
  readonly #made = new Map<string, Promise<unknown>>();
  #count = 0;
  /** Answers are of this run only. */
  readonly #run = randomUUID().slice(0, 8);

  constructor(url: string, having: Having) {
    this.#url = url;
    this.#having = having;
  }

  /** Makes something once. Whoever asks again gets the same, or the same failure. */
  once<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
    const known = this.#made.get(name) ?? make();
    this.#made.set(name, known);
    return known as Promise<Made>;
  }

  /** A number that no other thing of this run has. */
  next(): number {
    return (this.#count += 1);
  }

  async send(
    method: string,
    { by, path, body }: DrivenCall,
    {
      accept = 'application/json',
      as = 'json',
      headers = {},
    }: { accept?: string; as?: Format; headers?: Record<string, string> } = {},
  ): Promise<ProvedAnswer & { body: Buffer }> {
    const sent: Record<string, string> = { accept, ...headers };
    if (by) sent['authorization'] = by.authorization;
    const isFile = body !== undefined && Buffer.isBuffer(body['bytes']);
    if (body !== undefined) sent['content-type'] = isFile ? String(body['type']) : mediaType(as);
    const bytes =
      body === undefined ? Buffer.alloc(0) : isFile ? (body['bytes'] as Buffer) : Buffer.from(written(body, as));
    const answer = await sendCall(this.#url, { method, url: base + path, headers: sent, body: bytes });
    // It says for how long already, which was too long to wait.
    if (answer.status === 429) throw new Skipped('The server accepts no more of such calls now.');
    return { ...answer, body: answer.body ?? Buffer.alloc(0) };
  }

  /** Registers somebody. @throws Error that says what was answered */
  async register(name: string): Promise<Driver> {
    const email = `${name}.${this.#run}.${this.next()}@example.com`.toLowerCase();
    const password = `${name} runs at dawn`;
    const body = { first_name: name, last_name: 'Driver', email, password };
    const read = await this.#json('POST', { by: null, path: '/account/register/', body });
    const authorization = `ApiKey ${String(read['username'])}:${String(read['api_key'])}`;
    const driver = { id: 0, email, password, authorization };
    const me = await this.#json('GET', { by: driver, path: '/me/' });
    return { ...driver, id: Number(me['id']) };
  }

  ann = () => this.once('Ann', () => this.register('Ann'));
  bob = () => this.once('Bob', () => this.register('Bob'));
  cho = () => this.once('Cho', () => this.register('Cho'));

  /** The id of something of Ann's. @throws Skipped, Error */
  id(kind: string): Promise<number> {
    return this.once(`id of ${kind}`, async () => {
      const given = this.#having[kind];
      if (given !== undefined) return given;
      const make = things[kind];
      if (!make) throw new Skipped(`It takes --have ${kind}=ID.`);
      return make(this);
    });
  }

  async #json(method: string, call: DrivenCall): Promise<Record<string, unknown>> {
    const answer = await this.send(method, call);
    if (answer.status >= 300) throw new Error(`${method} ${call.path} answered ${answer.status}`);
    return JSON.parse(answer.body.toString()) as Record<string, unknown>;
  }

  /** Creates something. Returns the id at the end of `Location`. */
  async create(call: DrivenCall): Promise<number> {
    const { status, headers } = await this.send('POST', call);
    const [, id] = /\/(\d+)\/?$/.exec(headers['location'] ?? '') ?? [];
    if (id === undefined) throw new Error(`POST ${call.path} answered ${status} without a Location`);
    return Number(id);
  }

  /** A run that is no duplicate. */
  run(): Record<string, unknown> {
    const moment = new Date(Date.UTC(2021, 0, 1) + this.next() * 86_400_000).toISOString().slice(0, 19);
    const about = { title: 'Hills & <dales>', post_body: 'Windy', run_type: 'Tempo', privacy: 'public' };
    const points = [
      { lat: 47, lng: 8.5, time: `${moment}Z`, elev: 400 },
      { lat: 47.01, lng: 8.5, time: `${moment.slice(0, 14)}05:00Z`, elev: 410.5 },
    ];
    return { run_date: `${moment}Z`, ...about, duration_in_seconds: 301, distance_in_meters: 1234.5, points };
  }

  gpx(): Body {
    const { points } = this.run() as { points: { lat: number; lng: number; time: string }[] };
    const trkpts = points.map(
      ({ lat, lng, time }) => `<trkpt lat="${lat}" lon="${lng}"><ele>5</ele><time>${time}</time></trkpt>`,
    );
    const text = `<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="kit"><metadata><time>${points[0]!.time}</time></metadata><trk><name>Morning</name><type>Tempo</type><trkseg>${trkpts.join('')}</trkseg></trk></gpx>`;
    return { type: mediaType('gpx'), bytes: Buffer.from(text) };
  }
}

/** How things are made that rows create. */
const things: Readonly<Record<string, (to: Driven) => Promise<number>>> = {
  user: async (to) => (await to.ann()).id,
  friend: async (to) => {
    await to.id('friendship');
    return (await to.bob()).id;
  },
  friendship: async (to) => {
    const [ann, bob] = [await to.ann(), await to.bob()];
    const id = await to.create({ by: bob, path: '/friendship/request/', body: { user_id: ann.id } });
    await to.send('POST', { by: ann, path: '/friendship/accept/', body: { friendship_id: id } });
    return id;
  },
  workout: async (to) => to.create({ by: await to.ann(), path: '/workout/', body: to.run() }),
  post: async (to) => {
    const answer = await to.send('GET', { by: await to.ann(), path: `/workout/${await to.id('workout')}/` });
    return Number(/"post":\s*"[^"]*\/(\d+)\/"/.exec(answer.body.toString())?.[1]);
  },
  picture: async (to) =>
    to.create({ by: await to.ann(), path: `/picture/?post_id=${await to.id('post')}`, body: pngFile }),
  comment: async (to) =>
    to.create({
      by: await to.bob(),
      path: '/comment/',
      body: { post_id: await to.id('post'), comment: 'Well <run> & so on' },
    }),
  conversation: async (to) =>
    to.create({
      by: await to.bob(),
      path: '/conversation/',
      body: { message: 'Hello', recipients: [(await to.ann()).id] },
    }),
  message: async (to) =>
    to.create({
      by: await to.ann(),
      path: '/message/',
      body: { conversation_id: await to.id('conversation'), message: 'Hello, too' },
    }),
};

/** A body in a format. */
function written(body: Record<string, unknown>, as: Format): string {
  if (as === 'json') return JSON.stringify(body);
  if (as === 'yaml') return stringify(body);
  if (as === 'xml') return writeXmlItem(body as WireMapping);
  return new URLSearchParams(
    Object.entries(body).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
}
