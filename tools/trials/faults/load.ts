import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { globalId } from '../../../schema/global-id.ts';
import { smallJpeg } from '../../../test/pictures/images.ts';
import { makeGpx } from '../../../test/support/gpx-maker.ts';
import type { Calls, Outcome } from './calls.ts';
import type { Kind, Ledger } from './ledger.ts';

/** A user with an account. */
export interface Runner {
  id: number;
  key: string;
  email: string;
}

/** The password of every account. */
export const password = 'long enough for a test';
let serial = 0;
/** Returns a unique text, which is also different in the next run. */
const run = randomUUID().slice(0, 8);
const unique = (word: string) => `${word} ${run}-${++serial}`;
let seconds = 0;
const aMoment = () => new Date(Date.UTC(2012, 0, 1) + ++seconds * 61_000).toISOString();

/** Creates an account. @throws Error when that fails */
export async function register(calls: Calls): Promise<Runner> {
  const { outcome, email } = await tryToRegister(calls);
  const { api_key: key } = JSON.parse(outcome.body || '{}') as { api_key?: string };
  if (!key) throw new Error(`no account for ${email}: ${outcome.status} ${outcome.body}`);
  const me = JSON.parse((await calls.rest('me', 'GET', '/me/', key)).body) as { id: number };
  return { id: me.id, key, email };
}

async function tryToRegister(calls: Calls) {
  const email = `${unique('runner').replaceAll(' ', '-')}@example.com`;
  const body = { first_name: 'Ann', last_name: 'Runner', email, password };
  return { email, outcome: await calls.rest('register', 'POST', '/account/register/', '', body) };
}

/** Runs writes and reads of all kinds in parallel until it is stopped, and records each write in the ledger. */
export class Load {
  readonly #calls: Calls;
  readonly #ledger: Ledger;
  readonly #lanes: Promise<void>[] = [];
  readonly #pauseMs: number;
  #stopped = false;
  /** The posts of this round, which can be commented on and liked. */
  #posts: { id: number; owner: Runner }[] = [];
  #newcomers: Runner[] = [];

  constructor(calls: Calls, ledger: Ledger, pauseMs = 25) {
    this.#calls = calls;
    this.#ledger = ledger;
    this.#pauseMs = pauseMs;
  }

  /** Begins with a conversation and a post of each lane's own. @param people two of them for each lane */
  async start(people: readonly Runner[]): Promise<void> {
    const pairs = people.flatMap((one, i) => (i % 2 === 0 ? [[one, people[i + 1] ?? one] as const] : []));
    const places = await Promise.all(pairs.map(([ann, bob]) => this.#prepare(ann, bob)));
    for (const [i, pair] of pairs.entries()) this.#lanes.push(this.#lane(pair, places[i] ?? 0, i));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#lanes);
  }

  async #prepare(ann: Runner, bob: Runner): Promise<number> {
    await this.#workout(ann, 'rest');
    const body = { recipients: [bob.id], message: unique('Hello') };
    const { location, status } = await this.#calls.rest('start', 'POST', '/conversation/', ann.key, body);
    if (status !== 201) throw new Error(`no conversation: ${status}`);
    return lastNumber(location);
  }

  async #lane([ann, bob]: readonly [Runner, Runner], conversation: number, lane: number): Promise<void> {
    for (let turn = lane; !this.#stopped; turn++) {
      const [me, other] = turn % 2 === 0 ? [ann, bob] : [bob, ann];
      await this.#act(turn % 24, me, other, conversation);
      await sleep(this.#pauseMs * (0.5 + Math.random()));
    }
  }

  async #act(turn: number, me: Runner, other: Runner, conversation: number): Promise<void> {
    if ([0, 5, 10].includes(turn)) return this.#message(me, conversation, 'rest');
    if ([2, 7, 15].includes(turn)) return this.#message(me, conversation, 'graphql');
    if ([1, 13].includes(turn)) return this.#comment(me, 'rest');
    if ([8, 19].includes(turn)) return this.#comment(me, 'graphql');
    if (turn === 3) return this.#workout(me, 'rest');
    if (turn === 9) return this.#workout(me, 'graphql');
    if (turn === 16) return this.#workout(me, 'gpx');
    if ([4, 11, 20].includes(turn)) return this.#like(turn === 4 ? me : other);
    if (turn === 6) return this.#picture(me);
    if (turn === 12) return this.#newcomer();
    if (turn === 14) return this.#befriend(me);
    if (turn === 18) return this.#invite(me);
    const reads = ['/post/?type=friends', '/conversation/inbox/', '/me/', `/message/?conversation=${conversation}`];
    if (turn % 2) await this.#calls.rest('read', 'GET', reads[turn % 4] ?? '/me/', me.key);
    else await this.#calls.graphql('read', '{ me { id } feed(first: 5) { nodes { id commentCount } } }', me.key);
  }

  #enter(kind: Kind, mark: string, place: number, key: string, { result, location }: Outcome): void {
    this.#ledger.enter({ kind, mark, place, key, result, location });
  }

  async #message(me: Runner, conversation: number, apiInterface: 'rest' | 'graphql'): Promise<void> {
    const message = unique('Message');
    const outcome =
      apiInterface === 'rest'
        ? await this.#calls.rest('message', 'POST', '/message/', me.key, { conversation_id: conversation, message })
        : await this.#calls.graphql(
            'message',
            'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { message { databaseId message } } }',
            me.key,
            { input: { conversationId: globalId('Conversation', conversation), message } },
          );
    this.#enter('message', message, conversation, me.key, outcome);
  }

  async #comment(me: Runner, apiInterface: 'rest' | 'graphql'): Promise<void> {
    const post = this.#anyPost();
    if (!post) return;
    const comment = unique('Comment');
    const outcome =
      apiInterface === 'rest'
        ? await this.#calls.rest('comment', 'POST', '/comment/', me.key, { post_id: post.id, comment })
        : await this.#calls.graphql(
            'comment',
            'mutation ($input: AddCommentInput!) { addComment(input: $input) { comment { databaseId } } }',
            me.key,
            { input: { postId: globalId('Post', post.id), comment } },
          );
    this.#enter('comment', comment, post.id, me.key, outcome);
  }

  async #workout(me: Runner, apiInterface: 'rest' | 'graphql' | 'gpx'): Promise<void> {
    const title = unique('Workout');
    const start = aMoment();
    let outcome: Outcome;
    if (apiInterface === 'gpx') {
      const gpx = makeGpx({ start, points: 20, track: `<name>${title}</name><type>Tempo</type>` });
      outcome = await this.#calls.rest('upload', 'POST', '/workout/', me.key, gpx, 'application/X.service-GPX+xml');
    } else if (apiInterface === 'rest') {
      const points = [0, 1, 2, 3].map((n) => ({
        lat: 47 + n / 1000,
        lng: 8,
        time: new Date(Date.parse(start) + n * 30_000).toISOString(),
      }));
      const body = { title, run_date: start, run_type: 'Tempo', duration_in_seconds: 90, points };
      outcome = await this.#calls.rest('upload', 'POST', '/workout/', me.key, body);
    } else
      outcome = await this.#calls.graphql(
        'upload',
        'mutation ($input: RecordWorkoutInput!) { recordWorkout(input: $input) { workout { databaseId post { databaseId } } } }',
        me.key,
        {
          input: { title, runDate: start, runType: 'TEMPO', durationInSeconds: 1800, distanceInMeters: 5000 + serial },
        },
      );
    this.#enter('workout', title, me.id, me.key, outcome);
    if (outcome.result !== 'made') return;
    const post = /"post":"\/api\/v1\/post\/(\d+)\/"|"post":\{"databaseId":"?(\d+)/.exec(outcome.body);
    if (post) this.#posts.push({ id: Number(post[1] ?? post[2]), owner: me });
    if (this.#posts.length > 30) this.#posts.shift();
  }

  readonly #liked = new Set<string>();
  async #like(me: Runner): Promise<void> {
    const post = this.#anyPost();
    const mark = `${post?.id} by ${me.id}`;
    if (!post || this.#liked.has(mark)) return;
    this.#liked.add(mark);
    const query = 'mutation ($input: LikePostInput!) { likePost(input: $input) { post { databaseId } } }';
    const outcome = await this.#calls.graphql('like', query, me.key, { input: { id: globalId('Post', post.id) } });
    this.#enter('like', mark, post.id, me.key, outcome);
  }

  async #picture(me: Runner): Promise<void> {
    const post = this.#posts.find(({ owner }) => owner === me);
    if (!post) return;
    const bytes = Buffer.concat([await smallJpeg(), Buffer.from(unique('picture'))]);
    const outcome = await this.#calls.rest(
      'picture',
      'POST',
      `/picture/?post_id=${post.id}`,
      me.key,
      bytes,
      'image/jpeg',
    );
    this.#enter('picture', createHash('sha256').update(bytes).digest('hex'), post.id, me.key, outcome);
  }

  async #newcomer(): Promise<void> {
    const { outcome, email } = await tryToRegister(this.#calls);
    const { api_key: key = '' } =
      outcome.status === 200 ? (JSON.parse(outcome.body) as { api_key?: string }) : { api_key: '' };
    this.#enter('registration', email, 0, key, outcome);
    const me = key && (await this.#calls.rest('me', 'GET', '/me/', key));
    if (me && me.status === 200) this.#newcomers.push({ id: (JSON.parse(me.body) as Runner).id, key, email });
  }

  async #befriend(me: Runner): Promise<void> {
    const other = this.#newcomers.pop();
    if (!other) return;
    const body = { user_id: me.id };
    const outcome = await this.#calls.rest('friend', 'POST', '/friendship/request/', other.key, body);
    this.#enter('friend request', `${other.id} to ${me.id}`, other.id, other.key, outcome);
    // Accepted requests are checked by the edges of friendships.
    if (outcome.result !== 'made') return;
    await this.#calls.rest('accept', 'POST', '/friendship/accept/', me.key, {
      friendship_id: lastNumber(outcome.location),
    });
  }

  async #invite(me: Runner): Promise<void> {
    const email = `${unique('guest').replaceAll(' ', '-')}@example.org`;
    this.#enter(
      'invitation',
      email,
      me.id,
      me.key,
      await this.#calls.rest('invite', 'POST', '/invitation/', me.key, { email }),
    );
  }

  #anyPost() {
    return this.#posts[Math.floor(Math.random() * this.#posts.length)];
  }
}

/** Returns the number at the end of a path, or 0 if there is none. */
export function lastNumber(path: string): number {
  return Number(/(\d+)\/?$/.exec(path)?.[1] ?? 0);
}
