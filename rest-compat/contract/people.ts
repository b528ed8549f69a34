import type { people as rows } from '../endpoints/people.ts';
import { distanceUnits, elevationUnits, friendOrders, genders, weightUnits } from '../enum-values.ts';
import { paging } from './description.ts';
import type { Descriptions, Parameters } from './description.ts';

const full: Parameters = {
  full: { type: 'boolean', default: '0', about: 'With 1, `stats` is the Stats record instead of its path.' },
};
const q: Parameters = { q: { type: 'text', required: true, about: 'A name, or the beginnings of its words.' } };
const unseen = 'It does not exist, or the current user may not see it.';
const notOwn = 'It belongs to somebody else.';
const invalid = 'A field is not valid; all such fields are named, and nothing is stored.';

/** The descriptions of the rows of users, preferences, profiles and stats. */
export const people: Descriptions<typeof rows> = {
  'GET /user/[user_id]/': {
    about: 'One user.',
    query: full,
    answers: [{ status: 200, body: { record: 'Single user' } }],
    errors: { NOT_FOUND: unseen, INVALID: '`full` is not valid.' },
  },
  'GET /me/': {
    about: 'The current user.',
    query: full,
    answers: [{ status: 200, body: { record: 'Single user' } }],
    errors: { INVALID: '`full` is not valid.' },
  },
  'PATCH /user/[user_id]/': {
    about: "Changes the current user's name. Fields that are left out keep their values.",
    body: { first_name: { type: 'text', default: 'as it is' }, last_name: { type: 'text', default: 'as it is' } },
    answers: [{ status: 202, body: 'empty' }],
    errors: { NOT_YOURS: notOwn, NOT_FOUND: unseen, INVALID: invalid },
  },
  'GET /user/': {
    about: 'The friends of a user, newest account first.',
    query: { friends_with: { type: 'integer', default: 'the current user', about: 'The id of a user.' }, ...paging },
    answers: [{ status: 200, body: { list: 'User' } }],
    errors: { INVALID: 'A parameter is not valid.' },
  },
  'GET /user/search/': {
    about: 'Users by name, the best matches first, at most 1,000. `total_count` is exact up to that number.',
    query: { ...q, ...paging },
    answers: [{ status: 200, body: { list: 'Found user' } }],
    errors: { INVALID: '`q` is missing, or a parameter is not valid.' },
  },
  'GET /user/search/friends/': {
    about: 'Friends of a user by name.',
    query: {
      ...q,
      user_id: { type: 'integer', default: 'the current user', about: 'The user whose friends are returned.' },
      order_by: { type: 'text', default: 'by how well the name matches', values: Object.keys(friendOrders) },
      ...paging,
    },
    answers: [{ status: 200, body: { list: 'Found user' } }],
    errors: { INVALID: '`q` is missing, or a parameter is not valid.' },
  },
  'GET /preferences/[preferences_id]/': {
    about: "A user's preferences.",
    answers: [{ status: 200, body: { record: 'Preferences' } }],
    errors: { NOT_FOUND: unseen },
  },
  'PATCH /preferences/[preferences_id]/': {
    about: "Changes the current user's preferences. Fields that are left out keep their values.",
    body: {
      weekly_email_report: { type: 'boolean', default: 'as it is' },
      monthly_email_report: { type: 'boolean', default: 'as it is' },
      annually_email_report: { type: 'boolean', default: 'as it is' },
      distance: { type: 'text', default: 'as it is', values: Object.keys(distanceUnits) },
      elevation: { type: 'text', default: 'as it is', values: Object.keys(elevationUnits) },
      timezone: { type: 'text', default: 'as it is', about: 'The IANA name of a time zone.' },
    },
    answers: [{ status: 202, body: 'empty' }],
    errors: { NOT_YOURS: notOwn, NOT_FOUND: unseen, INVALID: invalid },
  },
  'GET /profile/[profile_id]': {
    about: "A user's profile.",
    answers: [{ status: 200, body: { record: 'Profile' } }],
    errors: { NOT_FOUND: unseen },
  },
  'PATCH /profile/[profile_id]/': {
    about:
      "Changes the current user's profile. Fields that are left out keep their values; null or an empty text clears a field.",
    body: {
      birth_date: { type: 'date', default: 'as it is' },
      gender: { type: 'text', default: 'as it is', values: [...Object.keys(genders), ''] },
      weight: { type: 'decimal', default: 'as it is', about: 'In `weight_unit`.' },
      weight_unit: { type: 'text', default: 'as it is', values: Object.keys(weightUnits) },
      location_name: { type: 'text', default: 'as it is, or looked up' },
      location_lat: {
        type: 'float',
        default: 'as it is, or looked up',
        about: 'Degrees north. Required with `location_lng`; alone, it changes the latitude of the stored place.',
      },
      location_lng: {
        type: 'float',
        default: 'as it is, or looked up',
        about: 'Degrees east. Required with `location_lat`; alone, it changes the longitude of the stored place.',
      },
    },
    answers: [{ status: 202, body: 'empty' }],
    errors: { NOT_YOURS: notOwn, NOT_FOUND: unseen, INVALID: invalid },
  },
  'GET /stats/[stats_id]/': {
    about: 'The statistics of a user.',
    answers: [{ status: 200, body: { record: 'Stats' } }],
    errors: { NOT_FOUND: unseen },
  },
};
