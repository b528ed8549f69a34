import { pngFile } from './body.ts';
import type { Body } from './body.ts';
import type { Driven, DrivenCall, Driver } from './driven.ts';

/** Makes a call of a row that succeeds. */
type MakeCall = (to: Driven) => Promise<DrivenCall>;

/** Whose id the parameter behind a word of a path is. */
const kinds: Readonly<Record<string, string>> = {
  preferences: 'user',
  profile: 'user',
  stats: 'user',
  'event-instance': 'event',
  'event-participant': 'participant',
  post_id: 'post',
  user_id: 'user',
};
/** What a list needs behind its path. */
const queries: Readonly<Record<string, (to: Driven) => Promise<string>>> = {
  'GET /user/': async (to) => `?friends_with=${await to.id('user')}`,
  'GET /user/search/': (to) => Promise.resolve(`?q=${to.family}`),
  'GET /user/search/friends/': () => Promise.resolve('?q=Bob'),
  'GET /comment/': async (to) => `?post_id=${await to.id('post')}`,
  'GET /friendship/exists/{id}/': async (to) => `?with_user_id=${await to.id('friend')}`,
  'GET /post/': async (to) => `?type=profile&user_id=${await to.id('user')}`,
  'GET /workout/': async (to) => `?user=${await to.id('user')}`,
};

/** The path of a row with the ids of what the kit has made. @param instead an id that replaces the first one */
export async function pathOf(label: string, to: Driven, instead?: string): Promise<string> {
  let path = label.replace(/ \(.*\)$/, '').split(' ')[1] ?? '';
  for (const [whole, word = '', between] of path.matchAll(/(?<![\w-])([\w-]+)([/=])[[{]\w+[\]}]/g)) {
    const id = instead ?? (await to.id(kinds[word] ?? (word === 'exists' ? 'user' : word)));
    path = path.replace(whole, `${word}${between}${id}`);
  }
  return path + (label in queries ? await queries[label]!(to) : '');
}

const by = async (to: Driven, path: string, body?: Body): Promise<DrivenCall> => {
  const own = { by: await to.ann(), path };
  return body === undefined ? own : { ...own, body };
};
const fresh = (to: Driven) => to.register('Fay');
const runOf = (to: Driven, driver: Driver) => to.create({ by: driver, path: '/workout/', body: to.run() });
const postOf = async (to: Driven, driver: Driver) => to.postOf(driver, await runOf(to, driver));
const conversationOf = async (to: Driven) =>
  to.create({ by: await to.ann(), path: '/conversation/', body: { message: 'Hi', recipients: [(await to.cho()).id] } });
const request = async (to: Driven, driver: Driver) =>
  to.create({ by: driver, path: '/friendship/request/', body: { user_id: (await to.ann()).id } });

/** One of two values for each field, in turn, so that a call changes what the last one has stored. */
const either = (to: Driven, fields: Record<string, readonly [unknown, unknown]>) =>
  Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values[to.turn(name)]]));

/** Calls of the rows that write, each of which succeeds as often as it is made. */
export const writes: Readonly<Record<string, MakeCall>> = {
  'POST /account/login/': async (to) => {
    const { email, password } = await to.ann();
    return { by: null, path: '/account/login/', body: { email, password } };
  },
  'POST /account/register/': (to) => {
    const email = `reg${to.next()}.${Date.now()}@example.com`;
    const body = { first_name: 'Rea', last_name: 'Ritter', email, password: 'runs in the rain' };
    return Promise.resolve({ by: null, path: '/account/register/', body });
  },
  'POST /account/forgot_password': async (to) => ({
    by: null,
    path: '/account/forgot_password',
    body: { email: (await to.cho()).email },
  }),
  'POST /user/password/': async (to) => {
    const driver = await fresh(to);
    const body = { old_password: driver.password, new_password: 'walks at dusk now' };
    return { by: driver, path: '/user/password/', body };
  },
  'POST /workout/ (GPX)': (to) => by(to, '/workout/', to.gpx()),
  'POST /workout/ (JSON)': (to) => by(to, '/workout/', to.run()),
  'PATCH /workout/[workout_id]/': async (to) => by(to, `/workout/${await runOf(to, await to.ann())}/`, to.gpx()),
  'DELETE /workout/[workout_id]/': async (to) => by(to, `/workout/${await runOf(to, await to.ann())}/`),
  'DELETE /post/[post_id]/': async (to) => by(to, `/post/${await postOf(to, await to.ann())}/`),
  'POST /comment/': async (to) =>
    by(to, '/comment/', { post_id: await to.id('post'), comment: `Fine & <well> + ${to.next()}` }),
  'DELETE /comment/[comment_id]/': async (to) => {
    const body = { post_id: await to.id('post'), comment: 'Gone' };
    return by(to, `/comment/${await to.create({ by: await to.ann(), path: '/comment/', body })}/`);
  },
  'POST /like/toggle/': async (to) => by(to, '/like/toggle/', { object_type: 'post', object_id: await to.id('post') }),
  'POST /picture/?post_id=[id]': async (to) => by(to, `/picture/?post_id=${await to.id('post')}`, pngFile),
  'POST /user/picture/': (to) => by(to, '/user/picture/', pngFile),
  'PATCH /user/[user_id]/': async (to) =>
    by(to, `/user/${await to.id('user')}/`, { first_name: `Zoë & ${to.next()}`, last_name: to.family }),
  'PATCH /preferences/[preferences_id]/': async (to) =>
    by(to, `/preferences/${await to.id('user')}/`, {
      ...either(to, { distance: ['miles', 'kilometers'], elevation: ['feet', 'meters'] }),
      ...either(to, { timezone: ['UTC', 'Asia/Tokyo'], weekly_email_report: [true, false] }),
    }),
  'PATCH /profile/[profile_id]/': async (to) =>
    by(to, `/profile/${await to.id('user')}/`, {
      ...either(to, { birth_date: ['1990-02-28', '1989-12-31'], gender: ['F', 'M'] }),
      ...either(to, { weight: [61.5, 70.25], weight_unit: ['kilograms', 'pounds'] }),
    }),
  'POST /conversation/[ID]/read/': async (to) => {
    const id = await conversationOf(to);
    const last = await to.create({
      by: await to.ann(),
      path: '/message/',
      body: { conversation_id: id, message: 'x' },
    });
    return by(to, `/conversation/${id}/read/`, { last_message_id: last });
  },
  'POST /conversation/': async (to) =>
    by(to, '/conversation/', { message: 'Hello', recipients: [(await to.cho()).id] }),
  'PATCH /conversation/[id]/archive/': async (to) => by(to, `/conversation/${await conversationOf(to)}/archive/`),
  'PATCH /conversation/[id]/hide/': async (to) => by(to, `/conversation/${await conversationOf(to)}/hide/`),
  'POST /message/': async (to) =>
    by(to, '/message/', { conversation_id: await to.id('conversation'), message: `Hello + ${to.next()}` }),
  'POST /friendship/request/': async (to) => by(to, '/friendship/request/', { user_id: (await fresh(to)).id }),
  'DELETE /friendship/[friendship_id]/': async (to) => by(to, `/friendship/${await request(to, await fresh(to))}/`),
  'POST /friendship/accept/': async (to) =>
    by(to, '/friendship/accept/', { friendship_id: await request(to, await fresh(to)) }),
  'POST /invitation/': (to) =>
    by(to, '/invitation/', { email: `inv${to.next()}.${Date.now()}@example.com`, name: 'Ina' }),
  'POST /route/[id]/toggle_favorite/': async (to) => by(to, `/route/${await to.id('route')}/toggle_favorite/`),
};
