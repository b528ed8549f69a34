import { expect } from '@jest/globals';
import { as } from '../support/cast.ts';
import type { Mapping } from '../support/client.ts';
import { wireValue } from '../support/read-wire.ts';
import type { Check, Statements } from './statement.ts';
import { got } from './world.ts';
import type { World } from './world.ts';

/** What a value of each kind looks like in JSON. */
const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  text: (value) => typeof value === 'string',
  uri: (value) => /^\/api\/v1\/[a-z-]+\/\d+\/$/.test(String(value)),
  url: (value) => typeof value === 'string' && URL.canParse(value) && value.startsWith('http'),
  'url or empty': (value) => value === '' || kinds['url']!(value),
  decimal: (value) => typeof value === 'string' && /^\d+\.\d\d$/.test(value),
  timestamp: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/.test(value),
  'local time': (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?$/.test(value),
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  integers: (value) => Array.isArray(value) && value.length > 0 && value.every(Number.isInteger),
  texts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  users: (value) => Array.isArray(value) && value.length > 0 && value.every((one) => kinds['uri']!(one.resource_uri)),
  record: (value) => value !== null && typeof value === 'object' && 'resource_uri' in value,
  'relative link': (value) => typeof value === 'string' && value.startsWith('/api/v1/'),
};

/** Where a record is found: a path of which Ann may read, and where the record is in its answer. */
interface Place {
  path: (world: World) => string;
  within?: (body: never) => unknown;
  /** Fields by name, each with its kind, as `name kind; name kind`. */
  fields: string;
}

const first = ({ objects }: { objects: Mapping[] }) => objects[0];
const single = 'id integer; resource_uri uri; first_name text; last_name text; date_joined timestamp; preferences uri';
const user = `${single}; profile uri; profile_image_225_url url or empty; profile_image_48_url url or empty`;
const event =
  'id integer; resource_uri uri; name text; home_url url; info_url url; start_date local time; end_date local time';
const postOf =
  (which: keyof World['eventPosts']) =>
  ({ eventPosts }: World) =>
    `/post/${eventPosts[which]}/`;
const extra = 'event_logo url; event_name text; home_url url; info_url url; participant_page_url url';
const under = (within: (body: never) => unknown, name: string) => (body: never) =>
  (within(body) as Mapping | undefined)?.[name];

const places: Readonly<Record<string, Place>> = {
  'User, fetched alone': {
    path: ({ ann }) => `/user/${ann.id}/`,
    fields: `${user}; stats uri; email text; pending_friend_requests integer; unread_messages integer`,
  },
  'User, in a list': { path: () => '/user/', within: first, fields: `${user}; stats uri` },
  Preferences: {
    path: ({ ann }) => `/preferences/${ann.id}/`,
    fields:
      'id integer; resource_uri uri; user uri; annually_email_report boolean; monthly_email_report boolean; weekly_email_report boolean; distance text; elevation text; timezone text',
  },
  Profile: {
    path: ({ ann }) => `/profile/${ann.id}/`,
    fields:
      'id integer; resource_uri uri; user uri; birth_date date; gender text; weight decimal; weight_unit text; location_name text; location_lat number; location_lng number',
  },
  Stats: {
    path: ({ ann }) => `/stats/${ann.id}/`,
    fields:
      'id integer; resource_uri uri; user uri; avg_weekly_distance_in_meters number; best_mile_duration_in_seconds integer; best_5k_duration_in_seconds integer; best_10k_duration_in_seconds integer; latest_workout_date timestamp; max_distance_in_meters decimal; max_duration_in_seconds integer; max_elevation_gain_in_meters decimal; total_distance_in_meters integer',
  },
  Workout: {
    path: ({ run }) => `/workout/${run.workout}/`,
    fields:
      'id integer; resource_uri uri; title text; post_body text; run_date timestamp; run_type text; duration_in_seconds integer; distance_in_meters decimal; route_points_data text; static_map_url url; privacy text',
  },
  'Workout, in the list': {
    path: () => '/workout/',
    within: (body: Mapping[]) => body.find(({ title }) => title === 'Hills'),
    fields: 'id integer; resource_uri uri; title text; run_date timestamp; run_type text; privacy text',
  },
  Post: {
    path: ({ run }) => `/post/${run.post}/`,
    fields:
      'id integer; resource_uri uri; author record; body text; comment_count integer; created_date timestamp; likers integers; workout record',
  },
  'The author of a post': {
    path: ({ run }) => `/post/${run.post}/`,
    within: ({ author }: Mapping) => author,
    fields: 'id integer; first_name text; last_name text; preferences uri; profile uri; resource_uri uri',
  },
  'The workout of a post': {
    path: ({ run }) => `/post/${run.post}/`,
    within: ({ workout }: Mapping) => workout,
    fields:
      'id integer; resource_uri uri; title text; run_date timestamp; run_type text; duration_in_seconds integer; distance_in_meters decimal',
  },
  'A post of type registered-for-event': {
    path: postOf('registered'),
    fields: 'post_type text; body text',
  },
  'The extra of registered-for-event': {
    path: postOf('registered'),
    within: ({ extra: within }: Mapping) => within,
    fields: extra,
  },
  'A post of type event-participant-got-sponsor': {
    path: postOf('sponsored'),
    fields: 'post_type text; body text',
  },
  'The extra of event-participant-got-sponsor': {
    path: postOf('sponsored'),
    within: ({ extra: within }: Mapping) => within,
    fields: `amount_per_mile decimal; ${extra}; sponsor_name text`,
  },
  'The meta of the post list': {
    path: () => '/post/?limit=1&later_than=1',
    within: ({ meta }: Mapping) => meta,
    fields: 'feed_type text; newer relative link',
  },
  'The meta of a later page of the post list': {
    path: () => '/post/?limit=1',
    within: ({ meta }: Mapping) => meta,
    fields: 'feed_type text; older relative link',
  },
  Picture: {
    path: ({ run }) => `/picture/?post_id=${run.post}`,
    within: first,
    fields: 'thumbnail url; feed url; detail url; original url',
  },
  Comment: {
    path: ({ run }) => `/comment/?post_id=${run.post}`,
    within: first,
    fields: 'likers integers; post uri; comment text; id integer; resource_uri uri',
  },
  Conversation: {
    path: ({ conversation }) => `/conversation/${conversation}/`,
    fields:
      'has_unread_messages boolean; last_message record; created_date timestamp; recipients users; started_by record; past_users_involved texts',
  },
  'Conversation, in the inbox': {
    path: () => '/conversation/inbox/',
    within: first,
    fields:
      'has_unread_messages boolean; last_message record; created_date timestamp; recipients users; started_by record; past_users_involved texts',
  },
  Message: {
    path: ({ conversation }) => `/message/?conversation=${conversation}`,
    within: first,
    fields: 'id integer; created_date timestamp; message text; user uri; user_deleted_name text',
  },
  Friendship: {
    path: () => '/friendship/',
    within: first,
    fields: 'id integer; resource_uri uri; status text; user1 record; user2 record; requester integer',
  },
  Route: {
    path: ({ route }) => `/route/${route}/`,
    fields:
      'id integer; resource_uri uri; name text; distance_in_meters decimal; is_favorite boolean; source text; static_map_url url',
  },
  EventInstance: { path: ({ event: id }) => `/event-instance/${id}`, fields: `${event}; event_logo url` },
  EventParticipant: {
    path: ({ ann }) => `/event-participant/?user_id=${ann.id}`,
    within: first,
    fields:
      'id integer; resource_uri uri; description text; participant_url url; total_miles_logged number; active boolean; amount_per_mile number; user_goal_in_miles integer; event-instance record; user record',
  },
  'The event of a participant': {
    path: ({ ann }) => `/event-participant/?user_id=${ann.id}`,
    within: under(first, 'event-instance'),
    fields: event,
  },
  'The user of a participant': {
    path: ({ ann }) => `/event-participant/?user_id=${ann.id}`,
    within: under(first, 'user'),
    fields: `${user}; stats uri; email text`,
  },
  'The meta of the participants': {
    path: ({ ann }) => `/event-participant/?user_id=${ann.id}`,
    within: ({ meta }: Mapping) => meta,
    fields: 'limit integer; offset integer; total_count integer',
  },
};

/** The value of a field in each format, the format as parameter. */
function fieldCheck({ path, within }: Place, name: string, kind: string): Check {
  return async (world) => {
    const at = path(world);
    const values = [];
    for (const format of ['json', 'xml', 'yaml']) {
      const answer = await as(world.ann).get(at, { Accept: format === 'json' ? '*/*' : `application/${format}` });
      const body = wireValue(answer);
      values.push((within ? (within(body as never) as Mapping) : (body as Mapping))[name]);
    }
    expect([name, values[0], kinds[kind]!(values[0])]).toEqual([name, values[0], true]);
    expect(values.slice(1)).toEqual([values[0], values[0]]);
  };
}

/** Every field of every record that the interface shows, with its type, in JSON, XML and YAML. */
export const records: Statements = Object.fromEntries(
  Object.entries(places).flatMap(([record, place]) =>
    place.fields.split('; ').map((field): [string, Check] => {
      const [name = '', ...kind] = field.split(' ');
      return [`${record}: ${name} is of the kind “${kind.join(' ')}”`, fieldCheck(place, name, kind.join(' '))];
    }),
  ),
);

/** Every URI that these records contain can be fetched. */
export const uris: Statements = Object.fromEntries(
  Object.entries(places).map(([record, { path }]) => [
    `${record}: each resource URI in the answer can be fetched`,
    async (world: World) => {
      const text = JSON.stringify(got(await as(world.ann).get(path(world))));
      const found = new Set([...text.matchAll(/"(\/api\/v1\/[a-z-]+\/\d+\/)"/g)].map(([, uri]) => uri ?? ''));
      for (const uri of found) expect([uri, (await as(world.ann).sendTo('GET', uri)).status]).toEqual([uri, 200]);
    },
  ]),
);
