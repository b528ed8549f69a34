import { randomUUID } from 'node:crypto';
import type { ProvedAnswer } from '../../translate/exchange.ts';
import { mediaType } from '../../../rest-compat/formats/formats.ts';
import type { Format } from '../../../rest-compat/formats/formats.ts';
import { base } from '../../../rest-compat/uris.ts';
import { written } from './body.ts';
import type { Body } from './body.ts';
import { things } from './things.ts';
import { sendCall } from '../replay/send-call.ts';

/** Somebody whom the kit has registered. */
export interface Driver {
  id: number;
  email: string;
  password: string;
  authorization: string;
}

/** What an answer in JSON is. Checks name what they expect in it, so that its form needs no other description. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

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

/** The longest time in seconds for which the kit waits when a rate is refused. */
const longestWait = 5;

/** A server that is tried: its accounts and things are made when a check needs them first. */
export class Driven {
  readonly #url: string;
  readonly #having: Having;
  readonly #made = new Map<string, Promise<unknown>>();
  readonly #turns = new Map<string, 0 | 1>();
  #count = 0;
  /** Answers are of this run only. */
  readonly #run = randomUUID().slice(0, 8);
  /** The last name of everybody whom this run registers, in letters, so that a search finds nobody of an earlier run. */
  readonly family = `Driver${this.#run.replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`;

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

  /** 0 and 1 in turn, for each name. */
  turn(name: string): 0 | 1 {
    const last = this.#turns.get(name) ?? 1;
    this.#turns.set(name, last === 0 ? 1 : 0);
    return last === 0 ? 1 : 0;
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
    const url = path.startsWith(`${base}/`) ? path : base + path;
    const answer = await sendCall(this.#url, { method, url, headers: sent, body: bytes }, longestWait);
    // It says for how long, which is too long to wait.
    if (answer.status === 429) throw new Skipped('The server accepts no more of such calls now.');
    return { ...answer, body: answer.body ?? Buffer.alloc(0) };
  }

  /** Registers somebody. @throws Error that says what was answered */
  async register(name: string): Promise<Driver> {
    const email = `${name}.${this.#run}.${this.next()}@example.com`.toLowerCase();
    const password = `${name} runs at dawn`;
    const body = { first_name: name, last_name: this.family, email, password };
    const read = await this.#json('POST', { by: null, path: '/account/register/', body });
    const authorization = `ApiKey ${String(read['username'])}:${String(read['api_key'])}`;
    const driver = { id: 0, email, password, authorization };
    return { ...driver, id: Number((await this.read(driver, '/me/'))['id']) };
  }

  /** Somebody, who is registered once. */
  person = (name: string) => this.once(name, () => this.register(name));
  ann = () => this.person('Ann');
  bob = () => this.person('Bob');
  cho = () => this.person('Cho');

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

  /** What somebody reads as JSON. @param path below `/api/v1`, or a link with it @throws Error for what is not found */
  read = (by: Driver, path: string) => this.#json('GET', { by, path });

  /** A file at an address of an answer; null if it is at another server, which may not be reached from here. */
  async file(url: string): Promise<{ type: string; bytes: Buffer } | null> {
    const { origin, pathname, search } = new URL(url);
    if (origin !== new URL(this.#url).origin) return null;
    const call = { method: 'GET', url: pathname + search, headers: {}, body: Buffer.alloc(0) };
    const { headers, body } = await sendCall(this.#url, call, longestWait);
    return { type: headers['content-type'] ?? '', bytes: body ?? Buffer.alloc(0) };
  }

  /** The status of a call. */
  async status(method: string, by: Driver, path: string, body: Body | undefined = undefined): Promise<number> {
    return (await this.send(method, { by, path, ...(body ? { body } : {}) })).status;
  }

  async #json(method: string, call: DrivenCall): Promise<Json> {
    const answer = await this.send(method, call);
    if (answer.status >= 300) throw new Error(`${method} ${call.path} answered ${answer.status}`);
    return JSON.parse(answer.body.toString()) as Json;
  }

  /** Creates something. Returns the id at the end of `Location`. */
  async create(call: DrivenCall): Promise<number> {
    const { status, headers } = await this.send('POST', call);
    const id = idIn(headers['location']);
    if (Number.isNaN(id)) throw new Error(`POST ${call.path} answered ${status} without a Location`);
    return id;
  }

  /** The id of the post of a workout. */
  async postOf(by: Driver, workout: number): Promise<number> {
    return idIn((await this.read(by, `/workout/${workout}/`)).post);
  }

  /** A run that is no duplicate. */
  run(fields: Record<string, unknown> = {}): Record<string, unknown> {
    const moment = new Date(Date.UTC(2021, 0, 1) + this.next() * 86_400_000).toISOString().slice(0, 19);
    const about = { title: 'Hills & <dales>', post_body: 'Windy', run_type: 'Tempo', privacy: 'public' };
    const points = [
      { lat: 47, lng: 8.5, time: `${moment}Z`, elev: 400 },
      { lat: 47.01, lng: 8.5, time: `${moment.slice(0, 14)}05:00Z`, elev: 410.5 },
    ];
    return {
      run_date: `${moment}Z`,
      ...about,
      duration_in_seconds: 301,
      distance_in_meters: 1234.5,
      points,
      ...fields,
    };
  }

  /** A GPX file of a run that is no duplicate. */
  gpx(privacy = 'public', moment = String(this.run()['run_date'])): Body {
    const trkpts = [0, 1].map(
      (i) =>
        `<trkpt lat="47.0${i}" lon="8.5"><ele>5${i}.5</ele><time>${moment.replace('00:00Z', `0${i * 5}:00Z`)}</time></trkpt>`,
    );
    const metadata = `<desc>Windy &amp; wet</desc><time>${moment}</time><extensions><privacy>${privacy}</privacy></extensions>`;
    const text = `<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="kit"><metadata>${metadata}</metadata><trk><name>Morning</name><type>Tempo</type><trkseg>${trkpts.join('')}</trkseg></trk></gpx>`;
    return { type: mediaType('gpx'), bytes: Buffer.from(text) };
  }
}

/** The id at the end of a URI; NaN without one. */
export const idIn = (uri: unknown) => Number(/\/(\d+)\/?$/.exec(String(uri))?.[1]);
