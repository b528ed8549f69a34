import type { Field, RecordDescription, RecordName } from './description.ts';
import { privacies, runTypes } from '../words.ts';
import { people } from './people-records.ts';

const id: Field = { type: 'integer' };
const uri: Field = { type: 'URI', about: 'The path of this record.' };

const postedWorkout = {
  id,
  resource_uri: uri,
  title: { type: 'text' },
  run_date: { type: 'timestamp' },
  run_type: { type: 'text', values: Object.keys(runTypes) },
  duration_in_seconds: { type: 'integer', about: 'Without pauses.' },
  distance_in_meters: { type: 'decimal', nullable: true },
} as const satisfies Record<string, Field>;

const post = {
  id,
  resource_uri: uri,
  author: { type: { record: 'Author' } },
  body: { type: 'text', about: 'May be empty.' },
  comment_count: { type: 'integer' },
  created_date: { type: 'timestamp' },
  likers: { type: { list: 'integer' }, about: 'Ids of the users who like the post.' },
  workout: { type: { record: 'Posted workout' }, nullable: true, about: 'Null on posts about charity events.' },
} as const satisfies Record<string, Field>;

const eventSubset = {
  id,
  resource_uri: uri,
  name: { type: 'text' },
  home_url: { type: 'URL' },
  info_url: { type: 'URL' },
  start_date: { type: 'local time', about: 'In the time zone of the reader.' },
  end_date: { type: 'local time', about: 'Midnight means the end of that day.' },
} as const satisfies Record<string, Field>;

/** Every record of the contract. */
export const records: Readonly<Record<RecordName, RecordDescription>> = {
  ...people,
  Workout: {
    about: 'A workout, as returned to its owner and to everyone who may see it.',
    fields: {
      ...postedWorkout,
      post_body: { type: 'text' },
      route_points_data: { type: 'text', about: 'The track as an encoded polyline; empty without points.' },
      static_map_url: { type: 'URL', nullable: true, about: 'A signed URL that needs no key; null without points.' },
      privacy: { type: 'text', values: Object.keys(privacies) },
      source: { type: 'text', values: ['json', 'gpx'] },
      user: { type: 'URI' },
      post: { type: 'URI', nullable: true, about: 'Null once the post is deleted.' },
    },
  },
  'Posted workout': { about: 'The workout, as embedded in a post.', fields: postedWorkout },
  Post: { about: 'An item of a feed.', fields: post },
  'Posts with extra information': {
    about:
      'A post about a charity event has two more fields. Its `body` says the same in words, for clients that do not know them.',
    fields: {
      ...post,
      post_type: { type: 'text', values: ['registered-for-event', 'event-participant-got-sponsor'] },
      extra: { type: { record: 'Event extra' } },
    },
  },
  'Event extra': {
    about:
      'The `extra` of a post about a charity event. The last two fields exist for `event-participant-got-sponsor` only.',
    fields: {
      event_logo: { type: 'URL' },
      event_name: { type: 'text' },
      home_url: { type: 'URL' },
      info_url: { type: 'URL' },
      participant_page_url: { type: 'URL' },
      amount_per_mile: { type: 'decimal' },
      sponsor_name: { type: 'text' },
    },
  },
  Picture: {
    about: 'A picture of a post, in four sizes. The URLs are signed, need no key, and are valid for one to two days.',
    fields: {
      id,
      resource_uri: uri,
      post: { type: 'URI' },
      created_date: { type: 'timestamp' },
      thumbnail: { type: 'URL', about: 'About 140 × 110 pixels.' },
      feed: { type: 'URL', about: 'About 400 pixels wide.' },
      detail: { type: 'URL', about: 'About 900 pixels wide.' },
      original: {
        type: 'URL',
        about: 'The bytes as uploaded for the owner, and the same pixels without metadata for others.',
      },
    },
  },
  Comment: {
    about: 'A comment on a post.',
    fields: {
      id,
      resource_uri: uri,
      comment: { type: 'text' },
      post: { type: 'URI' },
      user: { type: { record: 'User' }, about: 'The author.' },
      submit_date: { type: 'timestamp' },
      likers: { type: { list: 'integer' }, about: 'Ids of the users who like the comment.' },
    },
  },
  Conversation: {
    about: 'A conversation, as the current user sees it.',
    fields: {
      id,
      resource_uri: uri,
      archived: { type: 'boolean' },
      hidden: { type: 'boolean' },
      has_unread_messages: { type: 'boolean' },
      last_message: { type: { record: 'Message' } },
      created_date: { type: 'timestamp' },
      recipients: { type: { list: { record: 'User' } }, about: 'All participants, including the current user.' },
      started_by: { type: { record: 'User' }, nullable: true },
      past_users_involved: { type: { list: 'text' }, about: 'Names of people who have deleted their accounts.' },
    },
  },
  Message: {
    about: 'A message of a conversation.',
    fields: {
      id,
      resource_uri: uri,
      conversation: { type: 'URI' },
      created_date: { type: 'timestamp' },
      message: { type: 'text' },
      user: { type: 'URI', nullable: true, about: 'Null once the sender has deleted the account.' },
      user_deleted_name: { type: 'text', about: 'The name of such a sender; otherwise empty.' },
    },
  },
  Friendship: {
    about: 'A friendship, pending or accepted.',
    fields: {
      id,
      resource_uri: uri,
      user1: { type: { record: 'User' }, about: 'The user who sent the request.' },
      user2: { type: { record: 'User' }, about: 'The user who received the request.' },
      requester: { type: 'integer', about: 'The id of `user1`.' },
      status: { type: 'text', values: ['Pending', 'Accepted'] },
      created_date: { type: 'timestamp' },
      accepted_date: { type: 'timestamp', nullable: true },
    },
  },
  Route: {
    about: 'A saved route.',
    fields: {
      id,
      resource_uri: uri,
      name: { type: 'text' },
      distance_in_meters: { type: 'decimal' },
      is_favorite: { type: 'boolean', about: 'Whether it is a favorite of the current user.' },
      source: { type: 'text', values: ['workout'] },
      static_map_url: { type: 'URL', about: 'A signed URL that needs no key.' },
    },
  },
  EventInstance: { about: 'A charity event.', fields: { ...eventSubset, event_logo: { type: 'URL' } } },
  'EventInstance subset': { about: 'The event, as embedded in a participant.', fields: eventSubset },
  EventParticipant: {
    about: 'A user who takes part in a charity event.',
    fields: {
      id,
      resource_uri: uri,
      description: { type: 'text', about: "The participant's own words; may be empty." },
      participant_url: { type: 'URL', about: 'The public web page of the participant.' },
      total_miles_logged: { type: 'float', about: 'Miles of the workouts that count.' },
      active: { type: 'boolean', about: 'Whether the event is in progress for this user.' },
      amount_per_mile: { type: 'float', about: 'The amount raised per mile.' },
      user_goal_in_miles: { type: 'integer', about: '0 while no goal is set.' },
      'event-instance': { type: { record: 'EventInstance subset' } },
      user: { type: { record: 'User' } },
    },
  },
};
