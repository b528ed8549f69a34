import { globalId } from '../../schema/global-id.ts';
import type { Answer } from '../contract/description.ts';
import { notFound, ok, row } from '../endpoint.ts';
import type { RestRequest } from '../endpoint.ts';
import { distanceUnits, elevationUnits, friendOrders, genders, weightUnits } from '../enum-values.ts';
import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import { changed } from '../outcomes.ts';
import {
  booleanOrNull,
  dateOrNull,
  decimalOrNull,
  floatOrNull,
  kept,
  text,
  textOrNull,
  trimmedOrNull,
  userOrSelf,
  word,
  wordOrNull,
} from '../parameters.ts';
import { embedded } from '../records/column.ts';
import { foundUser, ownCounts, preferences, profile, stats, user } from '../records/people.ts';
import { sourcesOf } from '../records/sources.ts';
import { list, mutation, one, unseen } from '../rows.ts';

const fragments = [user.fragment, ownCounts.fragment, stats.fragment] as const;

const oneUser = graphql(
  `
    query OneUser($id: ID!, $full: Boolean!) {
      user(id: $id) {
        ...userFields
        ...ownCounts
        stats @include(if: $full) {
          ...statsFields
        }
      }
    }
  `,
  fragments,
);

const signedInUser = graphql(
  `
    query SignedInUser($full: Boolean!) {
      me {
        ...userFields
        ...ownCounts
        stats @include(if: $full) {
          ...statsFields
        }
      }
    }
  `,
  fragments,
);

function wireFullUser(found: NonNullable<ResultOf<typeof oneUser>['user']>) {
  const wire = { ...user.write(found), ...ownCounts.write(found) };
  return found.stats ? { ...wire, stats: stats.write(found.stats) } : wire;
}

/** The fields of one user, with the figures. @param of the root field */
const singleSources = (of: string) => () =>
  sourcesOf({ ...user.columns, stats: embedded('stats', stats), ...ownCounts.columns }, '', `${of}.`);

const userId = ({ path }: RestRequest) => globalId('User', path['user_id'] ?? 0);
/** What the two rows of one user have in common. */
const single = {
  query: {
    full: { type: 'boolean', default: '0', about: 'With 1, `stats` is the Stats record instead of its path.' },
  },
  answers: [{ status: 200, body: { record: 'Single user' } }] satisfies Answer[],
} as const;
const badFlag = '`full` is not valid.';

const q = { q: text('q', { about: 'A name, or the beginnings of its words.' }) };
const badSearch = { INVALID: '`q` is missing, or a parameter is not valid.' };

const asItIs = { default: 'as it is' };
const orLookedUp = 'as it is, or looked up';
/** What the rows have in common that change something of the current user. */
const changing = {
  errors: {
    NOT_YOURS: 'It belongs to somebody else.',
    NOT_FOUND: unseen,
    INVALID: 'A field is not valid; all such fields are named, and nothing is stored.',
  },
};

/** The rows of users, their preferences, profiles and stats, and of searches for people. */
export const people = {
  'GET /user/[user_id]/': row({
    about: 'One user.',
    ...single,
    errors: { NOT_FOUND: unseen, INVALID: badFlag },
    document: oneUser,
    variables: (request) => ({ id: userId(request), full: request.args.flag('full') }),
    of: ({ path }) => ['User', path['user_id']],
    reply: ({ user: found }) => (found ? ok(wireFullUser(found)) : notFound()),
    sources: singleSources('user'),
  }),

  'GET /me/': row({
    about: 'The current user.',
    ...single,
    errors: { INVALID: badFlag },
    document: signedInUser,
    variables: ({ args }) => ({ full: args.flag('full') }),
    reply: ({ me }) => ok(wireFullUser(me)),
    sources: singleSources('me'),
  }),

  // Null changes nothing in these rows where there must be a value (decisions D294).
  'PATCH /user/[user_id]/': mutation('updateUser', changed('user', 202), {
    about: "Changes the current user's name. Fields that are left out keep their values.",
    path: ['user_id', 'User'],
    of: ({ path }) => ['User', path['user_id'], 'own'],
    body: { first_name: kept(textOrNull('firstName', asItIs)), last_name: kept(textOrNull('lastName', asItIs)) },
    ...changing,
  }),

  // The friends of the current user, unless another user is named (decisions N8).
  'GET /user/': list('UsersWho', 'users', user, {
    about: 'The friends of a user, newest account first.',
    query: { friends_with: userOrSelf('friendsWith', 'The id of a user.') },
    errors: { INVALID: 'A parameter is not valid.' },
  }),

  'GET /user/search/': list('SearchUsers', 'searchUsers', foundUser, {
    about: 'Users by name, the best matches first, at most 1,000. `total_count` is exact up to that number.',
    query: q,
    always: 'countAll: true',
    errors: badSearch,
  }),

  'GET /user/search/friends/': list('SearchFriends', 'searchFriends', foundUser, {
    about: 'Friends of a user by name.',
    query: {
      ...q,
      user_id: userOrSelf('userId', 'The user whose friends are returned.'),
      order_by: {
        becomes: 'orderBy: FriendOrder!',
        described: { type: 'text', default: 'by how well the name matches', values: Object.keys(friendOrders) },
        read: (args, name) => args.wordOrNull(name, friendOrders) ?? 'RELEVANCE',
      },
    },
    errors: badSearch,
  }),

  'GET /preferences/[preferences_id]/': one('node', preferences, 'preferences_id', { about: "A user's preferences." }),

  'PATCH /preferences/[preferences_id]/': mutation('updatePreferences', changed('preferences', 202), {
    about: "Changes the current user's preferences. Fields that are left out keep their values.",
    path: ['preferences_id', 'Preferences'],
    // Those of other users exist if the users are visible.
    of: ({ path }) => ['Preferences', path['preferences_id'], 'own'],
    body: {
      weekly_email_report: kept(booleanOrNull('weeklyEmailReport', asItIs)),
      monthly_email_report: kept(booleanOrNull('monthlyEmailReport', asItIs)),
      annually_email_report: kept(booleanOrNull('annuallyEmailReport', asItIs)),
      distance: kept(word('DistanceUnit', distanceUnits)('distance', asItIs)),
      elevation: kept(word('ElevationUnit', elevationUnits)('elevation', asItIs)),
      timezone: kept(trimmedOrNull('timezone', { ...asItIs, about: 'The IANA name of a time zone.' })),
    },
    ...changing,
  }),

  'GET /profile/[profile_id]': one('node', profile, 'profile_id', { about: "A user's profile." }),

  'PATCH /profile/[profile_id]/': mutation('updateProfile', changed('profile', 202), {
    about:
      "Changes the current user's profile. Fields that are left out keep their values; null or an empty text clears a field.",
    path: ['profile_id', 'Profile'],
    of: ({ path }) => ['Profile', path['profile_id'], 'own'],
    body: {
      birth_date: dateOrNull('birthDate', asItIs),
      gender: wordOrNull('Gender', genders)('gender', { ...asItIs, values: [...Object.keys(genders), ''] }),
      weight: decimalOrNull('weight', { ...asItIs, about: 'In `weight_unit`.' }),
      weight_unit: kept(word('WeightUnit', weightUnits)('weightUnit', asItIs)),
      location_name: textOrNull('locationName', { default: orLookedUp }),
      location_lat: floatOrNull('locationLat', {
        default: orLookedUp,
        about: 'Degrees north. Required with `location_lng`; alone, it changes the latitude of the stored place.',
      }),
      location_lng: floatOrNull('locationLng', {
        default: orLookedUp,
        about: 'Degrees east. Required with `location_lat`; alone, it changes the longitude of the stored place.',
      }),
    },
    ...changing,
  }),

  'GET /stats/[stats_id]/': one('node', stats, 'stats_id', { about: 'The statistics of a user.' }),
};
