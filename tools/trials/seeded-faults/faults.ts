import { faultsOfEffects } from './faults-of-effects.ts';
import { faultsOfFormats } from './faults-of-formats.ts';

/** One thing that is wrong: a text in a built file, and what stands in its place. */
export interface SeededFault {
  what: string;
  /** Its path in the folder of the service. */
  file: string;
  from: string;
  to: string;
  /** What the report has to name: a part of the row, and of the place in the answer. */
  row: string;
  at: string;
}

const fault = (file: string, what: string, from: string, to: string, row: string, at: string): SeededFault => ({
  file: `dist/rest-compat/${file}.js`,
  what,
  from,
  to,
  row,
  at,
});

/** All faults, as they happen when code is changed: a digit, a null, an order, a status, an effect that is left out. */
export const seededFaults = (): readonly SeededFault[] => [...faultsOfValues, ...faultsOfFormats, ...faultsOfEffects];

/** Faults of single values and statuses. */
const faultsOfValues: readonly SeededFault[] = [
  // Values and types of records.
  fault('records/column', 'a place of decimals is lost', 'toFixed(2)', 'toFixed(1)', 'workout', 'distance_in_meters'),
  fault(
    'records/column',
    'a decimal is a number',
    'value.toFixed(2)',
    'Number(value.toFixed(2))',
    'workout',
    'distance_in_meters',
  ),
  fault('records/column', 'a moment has its Z', 'moment.slice(0, -1)', 'moment', '/', 'date'),
  fault('records/column', 'a moment has milliseconds', 'moment.slice(0, -1)', 'moment.slice(0, -4)', '/', 'date'),
  fault(
    'records/people',
    'an empty text is null',
    "url('profileImage48Url', { or: ''",
    "url('profileImage48Url', { nullable: true",
    'user',
    'profile_image_48_url',
  ),
  fault(
    'records/people',
    'two names are exchanged',
    "first_name: text('firstName'),\n    last_name: text('lastName'),\n    // The",
    "first_name: text('lastName'),\n    last_name: text('lastName'),\n    // The",
    'user',
    'first_name',
  ),
  fault(
    'records/people',
    'a URI is that of another resource',
    "stats: own('stats')",
    "stats: own('stat')",
    'user',
    'stats',
  ),
  fault(
    'records/people',
    'a number is a text',
    "unread_messages: integer('unreadMessages', { or: 0",
    "unread_messages: integer('unreadMessages', { or: '0'",
    'me',
    'unread_messages',
  ),
  fault(
    'records/people',
    'a count is another one',
    "integer('pendingFriendRequests'",
    "integer('unreadMessages'",
    'me',
    'pending_friend_requests',
  ),
  fault(
    'records/people',
    'a field of an embedded record is missing',
    "id: self('user').id,\n    first_name: text('firstName'),\n    last_name: text('lastName'),",
    "id: self('user').id,\n    first_name: text('firstName'),",
    'post',
    'last_name',
  ),
  fault(
    'records/workouts',
    'a field has another name',
    "post_body: text('postBody')",
    "body: text('postBody')",
    'workout',
    'body',
  ),
  fault(
    'records/workouts',
    'an enum value has another spelling',
    "run_type: word('RunType', runTypes)('runType')",
    "run_type: text('runType')",
    'workout',
    'run_type',
  ),
  fault(
    'records/workouts',
    'a null is an empty text',
    "static_map_url: url('staticMapUrl', {\n        nullable: true",
    "static_map_url: url('staticMapUrl', {\n        or: ''",
    'workout',
    'static_map_url',
  ),
  fault(
    'records/workouts',
    'a duration is in minutes',
    "duration_in_seconds: integer('durationInSeconds', { about: 'Without pauses.' })",
    "duration_in_seconds: { ...integer('durationInSeconds'), code: 'Math.round(node.durationInSeconds / 60)' }",
    'workout',
    'duration_in_seconds',
  ),
  fault(
    'records/feed',
    'a list is turned around',
    "likers: ids('likers', { about: aboutLikers }),\n    workout",
    "likers: { ...ids('likers'), code: 'node.likers.toReversed()' },\n    workout",
    'post',
    'likers',
  ),
  fault(
    'records/feed',
    'a count is always 0',
    "comment_count: integer('commentCount')",
    "comment_count: { ...integer('commentCount'), code: '0' }",
    'post',
    'comment_count',
  ),
  fault(
    'records/feed',
    'an object is a URI',
    "workout: embedded('workout', postedWorkout, {",
    "workout: uriOf('workout', {",
    'post',
    'workout',
  ),
  fault(
    'records/feed',
    'a list is a text',
    "submit_date: timestamp('submitDate'),\n    likers: ids('likers', { about: aboutLikers })",
    "submit_date: timestamp('submitDate'),\n    likers: { ...ids('likers'), code: 'node.likers.join()' }",
    'comment',
    'likers',
  ),
  fault(
    'records/conversations',
    'a boolean is turned',
    "has_unread_messages: boolean('hasUnreadMessages')",
    "has_unread_messages: { ...boolean('hasUnreadMessages'), code: '!node.hasUnreadMessages' }",
    'conversation',
    'has_unread_messages',
  ),
  fault(
    'records/conversations',
    'people are URIs',
    '[...found.values()].map(user.write)',
    '[...found.values()].map((one) => `/api/v1/user/${one.databaseId}/`)',
    'conversation',
    'recipients',
  ),
  fault(
    'records/friendships',
    'the two people are exchanged',
    "user1: embedded('requester'",
    "user1: embedded('requested'",
    'friendship',
    'user1',
  ),
  fault(
    'records/people',
    'a place is rounded',
    'wireFloat(locationLat',
    'wireFloat(Math.round(locationLat)',
    'profile',
    'location_lat',
  ),
  fault(
    'records/people',
    'a whole number has a fraction',
    'total_distance_in_meters: whole(',
    'total_distance_in_meters: float(',
    'stats',
    'total_distance_in_meters',
  ),
  fault(
    'records/events',
    'a moment has an offset',
    "start_date: localTime('startDate', { about: 'In the time zone of the reader.' })",
    "start_date: { ...localTime('startDate'), code: 'node.startDate + \"Z\"' }",
    'event',
    'start_date',
  ),
  fault(
    'records/events',
    'a goal that is not set is null',
    "integer('userGoalInMiles', { or: 0",
    "integer('userGoalInMiles', { nullable: true",
    'event-participant',
    'user_goal_in_miles',
  ),
  fault(
    'records/post-extra',
    'a field is missing',
    "info_url: url('infoUrl'),\n    participant",
    'participant',
    'post',
    'info_url',
  ),
  // Rows: statuses, headers, order, pages.
  fault(
    'outcomes',
    'a new object is answered with 200',
    'created(uri(field, found?.databaseId ?? 0), record?.write(found))',
    '({ status: 200 })',
    'POST /comment/',
    '',
  ),
  fault(
    'outcomes',
    'a Location names another resource',
    'created(uri(field,',
    "created(uri('post',",
    'POST /comment/',
    'location',
  ),
  fault(
    'endpoints/feed',
    'the feed is oldest first',
    'nodes.map(post.write)',
    'nodes.map(post.write).reverse()',
    'GET /post/',
    'objects',
  ),
  fault(
    'endpoints/workouts',
    'the list has an envelope',
    'ok(nodes.map(workout.write)),\n',
    'ok({ objects: nodes.map(workout.write) }),\n',
    'GET /workout/',
    'body',
  ),
  fault(
    'endpoints/routes',
    'a favourite is turned',
    "is_favorite: boolean('isFavorite', {",
    "is_favorite: { ...boolean('isFavorite'), code: '!node.isFavorite' }, unused: boolean('isFavorite', {",
    'toggle_favorite',
    'is_favorite',
  ),
  fault(
    'paging',
    'the next page begins one item late',
    'page(offset + limit) : null',
    'page(offset + limit + 1) : null',
    '/',
    'next',
  ),
  fault(
    'errors',
    'the key of somebody else is answered with 403',
    'NOT_YOURS: { status: 401',
    'NOT_YOURS: { status: 403',
    '/',
    '',
  ),
];
