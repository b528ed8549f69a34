import type { GraphQLSchema } from 'graphql';
import { twinOf } from '../../translate/compare.ts';
import type { Exchange, ProvedAnswer } from '../../translate/exchange.ts';
import { UnreadableCall } from '../../translate/rest-call.ts';
import type { RestCall } from '../../translate/rest-call.ts';
import type { ReadCall, Translator } from '../../translate/translator.ts';
import { methodOf } from '../../../rest-compat/request-method.ts';
import { labelOf } from '../../../rest-compat/row-documents.ts';
import { Failure } from '../../../src/errors.ts';
import { differencesOf } from '../../translate/comparison/compare-answers.ts';
import type { Moments, Ruling } from '../../translate/comparison/compare-answers.ts';
import type { Difference } from '../../translate/comparison/compare-trees.ts';
import { Pairs } from '../../translate/comparison/pairs.ts';
import { formatOfType } from '../../translate/comparison/tree.ts';
import type { World } from './world.ts';

/** A difference, and which interface has it. */
export interface Found extends Difference {
  by: 'REST' | 'GraphQL' | 'both';
}

/** What came of an exchange. */
export interface Outcome {
  exchange: Exchange;
  /** The label of the row, or the method and the path that no row has. */
  row: string;
  format: string;
  status: number;
  /** Null for a write that was not played again. */
  found: readonly Found[] | null;
  /** Differences at paths that are not stable: the service itself answers differently each time. */
  noise: readonly Difference[];
  rulings: ReadonlyMap<Ruling, number>;
  /** Why the call was not made over GraphQL; null if it was. */
  withoutTwin: string | null;
}

/** Where and how a recording is played again. */
export interface Stage {
  schema: GraphQLSchema;
  translator: Translator;
  /** The services that are asked over REST and over GraphQL. They are one if only reads are played. */
  rest: World;
  twin: World;
  /** Whether writes are played as well. */
  writes: boolean;
}

/** Plays the exchanges of a recording again, one after the other. */
export class Replay {
  readonly #stage: Stage;
  readonly #began = Date.now();
  #recordedFrom: number | null = null;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Plays an exchange, and compares its three answers. @throws Sentence if a service does not answer */
  async play(exchange: Exchange): Promise<Outcome> {
    const { rest, twin, writes } = this.#stage;
    const { call, answer } = exchange;
    this.#recordedFrom ??= exchange.at;
    const isWrite = call.method !== 'GET' && call.method !== 'HEAD';
    const sent = rest.call(call);
    const read = await this.#read(sent, rest, writes || !isWrite);
    const type = answer.headers['content-type'];
    const outcome = {
      exchange,
      row: read.row,
      format: answer.body?.length === 0 ? 'none' : formatOfType(type),
      status: answer.status,
      noise: [] as Difference[],
      rulings: new Map<Ruling, number>(),
    };
    if (isWrite && !writes) return { ...outcome, found: null, withoutTwin: null };
    if (isWrite) for (const world of [rest, twin]) world.pairs.mayBegin = true;
    const compare = (one: ProvedAnswer, world: World, counts?: Map<Ruling, number>) =>
      differencesOf(answer, one, {
        pairs: world.pairs,
        moments: this.#moments(exchange),
        ruled: (rule) => counts?.set(rule, (counts.get(rule) ?? 0) + 1),
        signsIn: read.row.startsWith('POST /account/'),
      });
    let answered = await rest.send(sent);
    let byRest = compare(answered, rest, outcome.rulings);
    if (byRest.length > 0 && !isWrite) {
      const again = await rest.send(sent);
      [byRest, outcome.noise] = withoutNoise(byRest, differencesOf(answered, again, this.#strictly(exchange)));
      answered = again;
    }
    const made = await this.#twin(call, read);
    if (typeof made === 'string') return { ...outcome, found: byRest.map(by('REST')), withoutTwin: made };
    const noisy = new Set(outcome.noise.map(({ path }) => path));
    const byTwin = compare(made, twin).filter(({ path }) => !noisy.has(path));
    return { ...outcome, found: joined(byRest, byTwin), withoutTwin: null };
  }

  #moments({ at }: Exchange): Moments {
    const recorded = at === null ? null : { from: this.#recordedFrom ?? at, at };
    return { recorded, answered: { from: this.#began, at: Date.now() } };
  }

  /** For two answers of one service, in which nothing stands for anything else. */
  #strictly(exchange: Exchange) {
    return { pairs: new Pairs(), moments: this.#moments(exchange), ruled() {}, signsIn: false };
  }

  /** The row of a call, and the call as its twin is made of it, or why it has no twin. */
  async #read(
    call: RestCall,
    world: World,
    asks: boolean,
  ): Promise<{ row: string; read: ReadCall | null; why: string }> {
    try {
      const viewer = asks ? await world.viewerOf(call.headers['authorization']) : 0;
      const read = await this.#stage.translator.read(call, viewer);
      return { row: labelOf(read.row), read, why: '' };
    } catch (error) {
      if (!(error instanceof UnreadableCall) && !(error instanceof Failure)) throw error;
      const path = call.url.split('?', 1)[0]!.replaceAll(/\/\d+(?=\/|$)/g, '/N');
      return { row: `${methodOf(call)} ${path} (no row)`, read: null, why: error.message };
    }
  }

  /** The answer that the twin of a call makes, or why it has none. */
  async #twin(call: RestCall, known: { read: ReadCall | null; why: string }): Promise<ProvedAnswer | string> {
    const { twin, rest, schema } = this.#stage;
    const sent = twin.call(call);
    const { read, why } = twin === rest ? known : await this.#read(sent, twin, true);
    if (!read) return `It is refused before it is a call of a row: ${why}`;
    if (read.format === 'gpx' && read.row.gpx) return 'GraphQL has no answer as a GPX file.';
    const { authorization } = sent.headers;
    if (!read.row.open && read.rest.viewerId === 0) return 'Nobody is signed in.';
    const send = async ({ method, url, headers, body }: RestCall) => {
      const key: Record<string, string> = authorization === undefined ? {} : { authorization };
      const answer = await twin.send({ method, url, headers: { ...headers, ...key }, body });
      return { status: answer.status, headers: answer.headers, body: String(answer.body) };
    };
    try {
      const { answer } = await twinOf(schema, send, read, twin.url);
      const lower = Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]);
      const body = Buffer.from(call.method === 'HEAD' ? '' : answer.body);
      return { status: answer.status, headers: Object.fromEntries(lower) as Record<string, string>, body };
    } catch (error) {
      if (error instanceof Failure) return error.message;
      return { status: 500, headers: {}, body: Buffer.from((error as Error).message) };
    }
  }
}

const by =
  (whose: Found['by']) =>
  (difference: Difference): Found => ({ ...difference, by: whose });
const keyOf = ({ path, what }: Difference) => `${path}\n${what}`;

/** The differences of both interfaces, each once. */
function joined(byRest: readonly Difference[], byTwin: readonly Difference[]): Found[] {
  const rest = new Set(byRest.map(keyOf));
  const twin = new Set(byTwin.map(keyOf));
  return [
    ...byRest.map((one) => by(twin.has(keyOf(one)) ? 'both' : 'REST')(one)),
    ...byTwin.filter((one) => !rest.has(keyOf(one))).map(by('GraphQL')),
  ];
}

/** Divides differences into those at stable paths, and those at paths where two answers of the service itself differ. */
function withoutNoise(found: Difference[], unstable: readonly Difference[]): [Difference[], Difference[]] {
  const noisy = new Set(unstable.filter(({ what }) => what === 'value').map(({ path }) => path));
  // Another type, or a missing field, is never noise.
  const isNoise = ({ path, what }: Difference) => what === 'value' && path.startsWith('body') && noisy.has(path);
  return [found.filter((one) => !isNoise(one)), found.filter(isNoise)];
}
