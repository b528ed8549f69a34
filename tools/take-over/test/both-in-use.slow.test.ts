/**
 * An old service is taken over while people go on using it: the first load is killed ten times, and after `open` three more bundles are
 * loaded while people write at both services. Nothing is lost of what either has taken, and what was deleted at one of them is gone.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { globalId } from '../../../schema/global-id.ts';
import { Client } from '../../../test/support/client.ts';
import { preparedDatabase } from '../../../test/support/prepared-database.ts';
import { newFolder, printedValue, startProcess } from '../../../test/support/started-process.ts';
import { endings, isKilledAfter, startCommand } from './killed-command.ts';
import { manifest, writeBundle } from './bundle-maker.ts';
import {
  add,
  allOf,
  firstWorld,
  keyOf,
  leavers,
  merge,
  newRecord,
  password,
  pick,
  privacies,
  removeFrom,
  upTo,
  useOld,
} from './two-services.ts';
import type { File, Json, World } from './two-services.ts';

const [root, remove] = await newFolder();
const ends = endings(remove);

const kills = 10;
/** So many people write at the same time. */
const threads = 4;

/** People who use the service here at random, and what is here because of it. */
class People {
  readonly counts: Record<string, number> = {};
  readonly #url: string;
  readonly #here: World;
  #count = 0;

  constructor(url: string, here: World) {
    [this.#url, this.#here] = [url, here];
  }

  as = (id: number) => new Client(this.#url, `ApiKey runner_${id}:${keyOf(id)}`);

  /** One thing that somebody does, of the people of one thread. What is gone by then cannot be done. */
  async act(thread: number): Promise<void> {
    const by = pick([...this.#here.users.keys()].filter((id) => id % threads === thread));
    const [name, act] = pick(Object.entries(this.#acts));
    if (await act(by, this.as(by), `Here ${++this.#count}`)) this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  async endAccount(id: number): Promise<void> {
    expect(await this.#mutate(id, 'deleteAccount', `password: "${password}"`)).toBe(true);
    removeFrom(this.#here, 'users', id);
  }

  /** Changes who may see a run. */
  async show(): Promise<void> {
    const [run, privacy] = [pick(allOf(this.#here, 'workouts')), pick(privacies)];
    const input = `id: "${globalId('Workout', run.id)}", privacy: ${privacy.toUpperCase()}`;
    if (await this.#mutate(Number(run['user']), 'editWorkout', input)) run['privacy'] = privacy;
  }

  async #mutate(by: number, name: string, input: string): Promise<boolean> {
    const { errors } = await this.as(by).graphql(`mutation { ${name}(input: { ${input} }) { __typename } }`);
    expect(errors.filter(({ extensions }) => !/NOT_FOUND|INVALID_KEY/.test(extensions.code))).toEqual([]);
    return errors.length === 0;
  }

  #some = (file: File, is: (one: Json) => boolean): Json | undefined => pick(allOf(this.#here, file).filter(is));

  async #delete(as: Client, file: 'workouts' | 'comments' | 'friendships', one: Json | undefined): Promise<boolean> {
    if (!one || (await as.delete(`/${file.slice(0, -1)}/${one.id}/`)).status !== 204) return false;
    removeFrom(this.#here, file, one.id);
    return true;
  }

  /** Makes a record. Returns its id, or null if what it belongs to is gone. */
  async #make(as: Client, path: string, body: object): Promise<number | null> {
    const { status, headers } = await as.post(path, body);
    return status === 201 ? idIn(headers.location) : null;
  }

  readonly #acts: Readonly<Record<string, (by: number, as: Client, word: string) => Promise<boolean>>> = {
    name: async (by, _as, word) => {
      if (!(await this.#mutate(by, 'updateUser', `firstName: "${word}"`))) return false;
      return !!Object.assign(this.#here.users.get(by) ?? {}, { first_name: word });
    },
    title: async (by, _as, word) => {
      const run = this.#some('workouts', ({ user }) => user === by);
      const input = run && `id: "${globalId('Workout', run.id)}", title: "${word}"`;
      if (!input || !(await this.#mutate(by, 'editWorkout', input))) return false;
      return !!Object.assign(run, { title: word });
    },
    run: async (by, as, word) => {
      const run_date = new Date(Date.UTC(2020, 0, 1) + this.#count * 3_600_000).toISOString();
      const body = { title: word, run_date, run_type: 'Race', duration_in_seconds: 60, privacy: 'public' };
      const id = await this.#make(as, '/workout/', body);
      const made = id && (await as.get(`/workout/${id}/`));
      // The old service may have deleted the account since.
      if (!id || !made || made.status !== 200) return false;
      const { post } = made.json();
      add(this.#here, 'workouts', { ...body, id, user: by });
      add(this.#here, 'posts', newRecord.post(idIn(post), by, id));
      return true;
    },
    comment: async (by, as, comment) => {
      const post_id = this.#some('posts', ({ author }) => author === by)?.id ?? 0;
      const id = await this.#make(as, '/comment/', { post_id, comment });
      if (id) add(this.#here, 'comments', newRecord.comment(id, post_id, by, comment));
      return id !== null;
    },
    message: async (by, as, message) => {
      const conversation_id = this.#some('conversations', ({ started_by }) => started_by === by)?.id ?? 0;
      const id = await this.#make(as, '/message/', { conversation_id, message });
      if (id) add(this.#here, 'messages', newRecord.message(id, conversation_id, by, message));
      return id !== null;
    },
    like: async (by, as) => {
      const post = this.#some('posts', ({ id, author }) => author === by && id % 2 === 1);
      const answer = post && (await as.post('/like/toggle/', { object_type: 'post', object_id: post.id }));
      if (answer?.status !== 200) return false;
      const others = (post!['likers'] as number[]).filter((who) => who !== by);
      return !!Object.assign(post!, { likers: answer.json()['liked'] ? [...others, by] : others });
    },
    acceptance: async (by, as) => {
      const one = this.#some('friendships', ({ user, accepted_date }) => user === by && accepted_date === null);
      if (!one || (await as.post('/friendship/accept/', { friendship_id: one.id })).status >= 300) return false;
      return !!Object.assign(one, { accepted_date: 'here' });
    },
    'deletion of a comment': (by, as) =>
      this.#delete(
        as,
        'comments',
        this.#some('comments', ({ user }) => user === by),
      ),
    'deletion of a run or friendship': async (by, as) => {
      const file = pick(['workouts', 'friendships'] as const);
      const isOwn = ({ user, requester }: Json) => (requester ?? user) === by;
      return Math.random() < 0.3 && this.#delete(as, file, this.#some(file, isOwn));
    },
  };
}

const idIn = (uri: unknown) => Number(/(\d+)\/$/.exec(String(uri))?.[1]);
const sorted = (numbers: unknown) => (numbers as number[]).toSorted((one, other) => one - other);

/** What people read, and what they should. */
async function readings({ as }: People, here: World): Promise<{ found: unknown; expected: unknown }> {
  const [found, expected]: Record<string, unknown>[] = [{}, {}];
  const see = async (by: number, path: string, should: readonly Json[], ...fields: ((one: Json) => unknown)[]) => {
    const answer = await as(by).get(path);
    const read = answer.status === 200 ? answer.json<Json & { objects?: Json[] }>() : { id: answer.status };
    const is = Array.isArray(read) ? (read as Json[]) : ((read['objects'] as Json[] | undefined) ?? [read]);
    const rowsOf = (all: readonly Json[]) =>
      all.toSorted((one, other) => one.id - other.id).map((one) => [one.id, ...fields.map((field) => field(one))]);
    [found![path], expected![path]] = [rowsOf(is), rowsOf(should)];
  };
  const of = (file: File, is: (one: Json) => boolean) => allOf(here, file).filter(is);
  for (const [by, person] of here.users) {
    await see(by, '/me/', [person], (one) => `${String(one['first_name'])} ${String(one['last_name'])}`);
    const own = of('workouts', ({ user }) => user === by);
    await see(
      by,
      `/workout/?user=${by}`,
      own,
      ({ title }) => title,
      ({ privacy }) => privacy,
    );
    for (const post of of('posts', ({ author }) => author === by)) {
      await see(by, `/post/${post.id}/`, [post], ({ likers }) => likers && sorted(likers));
      const below = of('comments', (one) => one['post'] === post.id);
      await see(by, `/comment/?limit=0&post_id=${post.id}`, below, ({ comment }) => comment);
    }
    const friends = of('friendships', ({ requester, user }) => requester === by || user === by);
    await see(by, '/friendship/?limit=0', friends, (one) => one['accepted_date'] !== null);
    for (const talk of of('conversations', ({ started_by }) => started_by === by)) {
      const said = of('messages', ({ conversation }) => conversation === talk.id);
      await see(by, `/message/?limit=0&conversation=${talk.id}`, said, ({ message }) => message);
    }
  }
  return { found, expected };
}

const onServer = process.env['TEST_DATABASE_URL'] ? describe : describe.skip;
onServer('two services in use', () => {
  test('lose nothing, and what was deleted at one of them is gone', async () => {
    const { environment, remove: drop } = await preparedDatabase();
    ends.push(drop);
    const report = join(root, 'report');
    const start = (...words: string[]) => startCommand(environment, ...words);
    const run = async (command: string, ...words: string[]) =>
      expect([command, ...(await once(start(command, ...words), 'exit'))]).toEqual([command, 0, null]);
    const old = firstWorld();
    const bundleOf = (n: number) => {
      const records = Object.fromEntries(Object.entries(old).map(([file, all]) => [file, [...all.values()]]));
      return writeBundle(join(root, `bundle ${n}`), records, { says: { ...manifest, complete: true } });
    };

    let bundle = await bundleOf(0);
    let killed = 0;
    while (killed < kills)
      if (await isKilledAfter(500 + Math.random() * 3500, start('load', '--report', report, bundle))) killed++;
    await run('load', '--report', report, bundle);
    await run('open', '--apart', '1000000');
    const service = startProcess(String(environment['DATA_DIR']), environment);
    ends.push(async () => {
      service.kill('SIGTERM');
      await service.ended;
    });
    await service.prints('REST base');
    const here = structuredClone(old);
    const present = new People(new URL(printedValue(service.stdout(), 'REST base')).origin, here);
    for (const n of [1, 2, 3]) {
      const { found, expected } = await readings(present, here);
      expect(found).toEqual(expected);
      const before = structuredClone(old);
      useOld(old, n);
      bundle = await bundleOf(n);
      await present.endAccount(leavers.here[n - 1]!);
      for (let i = 0; i < 300; i++) await present.act(i % threads);
      for (let i = 0; i < 50; i++) await present.show();
      const loading = { isOver: false };
      const writing = upTo(threads).map(async (i) => {
        while (!loading.isOver) await present.act(i % threads);
      });
      await run('load', '--report', report, bundle).finally(() => (loading.isOver = true));
      await Promise.all(writing);
      const absent = merge(here, old, before);
      const lines = (await readFile(join(report, 'refused.jsonl'), 'utf8')).split('\n').filter((line) => line !== '');
      const refused = lines.map((line) => JSON.parse(line) as { file: string; id: number });
      expect(refused.filter(({ file, id }) => !absent.has(`${file} ${id}`))).toEqual([]);
      await once(start('verify', '--report', report, bundle), 'exit');
      expect(JSON.parse(await readFile(join(report, 'report.json'), 'utf8'))).toMatchObject({ differing: [] });
    }
    const { found, expected } = await readings(present, here);
    expect(found).toEqual(expected);
    process.stderr.write(`people here have made ${JSON.stringify(present.counts)}\n`);
  }, 900_000);
});
