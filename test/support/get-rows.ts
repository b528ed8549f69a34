/** Ids, by what they are of, with which rows are asked. */
export interface Things {
  user: readonly number[];
  /** What is searched for. */
  name: readonly string[];
  /** Whose friendship with the users is asked for; null: none. */
  friend: number | null;
  friendship: readonly number[];
  workout: readonly number[];
  post: readonly number[];
  picture: readonly number[];
  comment: readonly number[];
  conversation: readonly number[];
  message: readonly number[];
  route: readonly number[];
  event: readonly number[];
  participant: readonly number[];
}

/** The paths of a row: of one thing each, which are 404 once it is gone, and of lists, which are always there. */
interface Paths {
  one?: (things: Things) => string[];
  list?: (things: Things) => string[];
}

const ofEach =
  (kind: Exclude<keyof Things, 'friend'>, before: string, after = '/') =>
  (things: Things) =>
    things[kind].map((id) => `${before}${id}${after}`);

/**
 * Every row that answers a GET, and how it is asked: the one table for tests that ask them all. A row that
 * `rest-compat/table.ts` has and this has not fails `test/rest-compat/replies.test.ts`.
 */
export const getRows: Record<string, Paths> = {
  'GET /me/': { list: () => ['/me/'] },
  'GET /user/[user_id]/': { one: ofEach('user', '/user/') },
  'GET /user/': { list: ofEach('user', '/user/?friends_with=', '') },
  'GET /user/search/': { list: ofEach('name', '/user/search/?q=', '') },
  'GET /user/search/friends/': { list: ofEach('name', '/user/search/friends/?q=', '') },
  'GET /preferences/[preferences_id]/': { one: ofEach('user', '/preferences/') },
  'GET /profile/[profile_id]': { one: ofEach('user', '/profile/') },
  'GET /stats/[stats_id]/': { one: ofEach('user', '/stats/') },
  'GET /friendship/': { list: () => ['/friendship/'] },
  'GET /friendship/user/{id}/': { one: ofEach('user', '/friendship/user/') },
  'GET /friendship/[friendship_id]/': { one: ofEach('friendship', '/friendship/') },
  'GET /friendship/exists/{id}/': {
    one: ({ user, friend }) =>
      friend === null ? [] : user.map((id) => `/friendship/exists/${friend}/?with_user_id=${id}`),
  },
  'GET /workout/': { list: (things) => ['/workout/', ...ofEach('user', '/workout/?user=', '')(things)] },
  'GET /workout/[workout_id]/': { one: ofEach('workout', '/workout/') },
  'GET /post/[id]/': { one: ofEach('post', '/post/') },
  'GET /post/': {
    list: (things) => [
      '/post/',
      '/post/?type=local',
      '/post/?type=featured',
      ...ofEach('user', '/post/?type=profile&user_id=', '')(things),
      ...ofEach('user', '/post/?type=dashboard&user_id=', '')(things),
    ],
  },
  'GET /picture/?post_id=[id]': { one: ofEach('post', '/picture/?post_id=', '') },
  'GET /picture/[picture_id]/': { one: ofEach('picture', '/picture/') },
  'GET /comment/': { one: ofEach('post', '/comment/?post_id=', '') },
  'GET /comment/[comment_id]/': { one: ofEach('comment', '/comment/') },
  'GET /conversation/inbox/': { list: () => ['/conversation/inbox/'] },
  'GET /conversation/archive/': { list: () => ['/conversation/archive/'] },
  'GET /conversation/[id]/': { one: ofEach('conversation', '/conversation/') },
  'GET /message/?conversation=[ID]': { one: ofEach('conversation', '/message/?conversation=', '') },
  'GET /message/[message_id]/': { one: ofEach('message', '/message/') },
  'GET /route/[id]/': { one: ofEach('route', '/route/') },
  'GET /event-instance/{event_id}': { one: ofEach('event', '/event-instance/', '') },
  'GET /event-participant/': { list: () => ['/event-participant/'] },
  'GET /event-participant/?user_id={user_id}': { list: ofEach('user', '/event-participant/?user_id=', '') },
  'GET /event-participant/?user_id={user_id}&status=hot': {
    list: ofEach('user', '/event-participant/?user_id=', '&status=hot'),
  },
  'GET /event-participant/[participant_id]/': { one: ofEach('participant', '/event-participant/') },
};
