const tested = (file: string) => `${file}.test.ts`;

/** Every row of the interface's endpoint tables, under the interface's own label: the file of this folder that tests it. */
export const interfaceRows: Readonly<Record<string, string>> = {
  'POST /account/login/': tested('accounts/sign-in'),
  'POST /account/register/': tested('accounts/register'),
  'POST /account/social/login/': tested('accounts/social'),
  'POST /account/forgot_password': tested('accounts/forgot-password'),

  'GET /workout/': tested('workouts/list'),
  'POST /workout/ (GPX)': tested('workouts/import-gpx'),
  'POST /workout/ (JSON)': tested('workouts/record'),
  'DELETE /workout/[workout_id]/': tested('workouts/delete'),
  'PATCH /workout/[workout_id]/': tested('workouts/replace-track'),
  'POST /workout/[ID]/share/': tested('workouts/share'),

  'GET /post/[id]/': tested('feed/post'),
  'GET /post/': tested('feed/list'),
  'DELETE /post/[post_id]/': tested('feed/post'),
  'POST /picture/?post_id=[id]': tested('pictures/rows'),
  'GET /picture/?post_id=[id]': tested('pictures/rows'),

  'GET /user/[user_id]/': tested('people/user'),
  'GET /me/': tested('people/user'),
  'GET /user/': tested('people/search'),
  'GET /user/search/': tested('people/search'),
  'GET /user/search/friends/': tested('people/search'),
  'PATCH /user/[user_id]/': tested('people/user'),
  'POST /user/picture/': tested('pictures/rows'),
  'POST /user/password/': tested('accounts/change-password'),

  'GET /preferences/[preferences_id]/': tested('people/preferences'),
  'PATCH /preferences/[preferences_id]/': tested('people/preferences'),
  'GET /profile/[profile_id]': tested('people/profile'),
  'PATCH /profile/[profile_id]/': tested('people/profile'),
  'GET /stats/[stats_id]/': tested('people/stats'),

  'GET /conversation/inbox/': tested('conversations/placement'),
  'GET /conversation/archive/': tested('conversations/placement'),
  'GET /conversation/[id]/': tested('conversations/conversations'),
  'POST /conversation/[ID]/read/': tested('conversations/read'),
  'POST /conversation/': tested('conversations/conversations'),
  'PATCH /conversation/[id]/archive/': tested('conversations/placement'),
  'PATCH /conversation/[id]/hide/': tested('conversations/placement'),
  'GET /message/?conversation=[ID]': tested('conversations/messages'),
  'POST /message/': tested('conversations/messages'),

  'GET /friendship/': tested('friendships/lists'),
  'GET /friendship/user/{id}/': tested('friendships/lists'),
  'POST /friendship/request/': tested('friendships/states'),
  'DELETE /friendship/[friendship_id]/': tested('friendships/states'),
  'POST /friendship/accept/': tested('friendships/states'),
  'POST /invitation/': tested('friendships/invitations'),
  'GET /friendship/exists/{id}/': tested('friendships/lists'),

  'POST /comment/': tested('feed/comments'),
  'GET /comment/[comment_id]/': tested('feed/comments'),
  'GET /comment/': tested('feed/comments'),
  'DELETE /comment/[comment_id]/': tested('feed/comments'),

  'GET /route/[id]/': tested('routes/routes'),
  'POST /route/[id]/toggle_favorite/': tested('routes/routes'),

  'GET /event-instance/{event_id}': tested('events/rows'),
  'GET /event-participant/': tested('events/rows'),
  'GET /event-participant/?user_id={user_id}': tested('events/rows'),
  'GET /event-participant/?user_id={user_id}&status=hot': tested('events/rows'),
};

/** Rows that docs/decisions.md adds: every URI handed out can be fetched (W13), likes can be toggled. */
export const decidedRows: Readonly<Record<string, string>> = {
  'GET /workout/[workout_id]/': tested('workouts/list'),
  'GET /picture/[picture_id]/': tested('pictures/rows'),
  'GET /message/[message_id]/': tested('conversations/messages'),
  'GET /friendship/[friendship_id]/': tested('friendships/lists'),
  'GET /event-participant/[participant_id]/': tested('events/rows'),
  'POST /like/toggle/': tested('feed/likes'),
};
