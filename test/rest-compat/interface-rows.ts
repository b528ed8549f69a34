/** The label of every row of the interface's endpoint tables, as the interface writes it. */
export const interfaceRows: readonly string[] = [
  'POST /account/login/',
  'POST /account/register/',
  'POST /account/social/login/',
  'POST /account/forgot_password',

  'GET /workout/',
  'POST /workout/ (GPX)',
  'POST /workout/ (JSON)',
  'DELETE /workout/[workout_id]/',
  'PATCH /workout/[workout_id]/',
  'POST /workout/[ID]/share/',

  'GET /post/[id]/',
  'GET /post/',
  'DELETE /post/[post_id]/',
  'POST /picture/?post_id=[id]',
  'GET /picture/?post_id=[id]',

  'GET /user/[user_id]/',
  'GET /me/',
  'GET /user/',
  'GET /user/search/',
  'GET /user/search/friends/',
  'PATCH /user/[user_id]/',
  'POST /user/picture/',
  'POST /user/password/',

  'GET /preferences/[preferences_id]/',
  'PATCH /preferences/[preferences_id]/',
  'GET /profile/[profile_id]',
  'PATCH /profile/[profile_id]/',
  'GET /stats/[stats_id]/',

  'GET /conversation/inbox/',
  'GET /conversation/archive/',
  'GET /conversation/[id]/',
  'POST /conversation/[ID]/read/',
  'POST /conversation/',
  'PATCH /conversation/[id]/archive/',
  'PATCH /conversation/[id]/hide/',
  'GET /message/?conversation=[ID]',
  'POST /message/',

  'GET /friendship/',
  'GET /friendship/user/{id}/',
  'POST /friendship/request/',
  'DELETE /friendship/[friendship_id]/',
  'POST /friendship/accept/',
  'POST /invitation/',
  'GET /friendship/exists/{id}/',

  'POST /comment/',
  'GET /comment/[comment_id]/',
  'GET /comment/',
  'DELETE /comment/[comment_id]/',

  'GET /route/[id]/',
  'POST /route/[id]/toggle_favorite/',

  'GET /event-instance/{event_id}',
  'GET /event-participant/',
  'GET /event-participant/?user_id={user_id}',
  'GET /event-participant/?user_id={user_id}&status=hot',
];

/** Rows that docs/decisions.md adds: every URI handed out can be fetched (W13), likes can be toggled. */
export const decidedRows: readonly string[] = [
  'GET /workout/[workout_id]/',
  'GET /picture/[picture_id]/',
  'GET /message/[message_id]/',
  'GET /friendship/[friendship_id]/',
  'GET /event-participant/[participant_id]/',
  'POST /like/toggle/',
];
