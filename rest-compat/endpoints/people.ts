import { globalId } from '../../schema/global-id.ts';
import { accepted, notFound, ok, row } from '../endpoint.ts';
import type { RestRequest } from '../endpoint.ts';
import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import { distanceUnits, elevationUnits, genders, weightUnits } from '../enum-values.ts';
import { peopleLists } from './people-lists.ts';
import {
  ownCounts as ownCountsRecord,
  preferences as preferencesRecord,
  profile as profileRecord,
  stats as statsRecord,
  user as userRecord,
} from '../records/people.ts';

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
  [userRecord.fragment, ownCountsRecord.fragment, statsRecord.fragment],
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
  [userRecord.fragment, ownCountsRecord.fragment, statsRecord.fragment],
);

const full = ({ args }: RestRequest) => args.flag('full');
const userId = ({ path }: RestRequest) => globalId('User', path['user_id'] ?? 0);
const preferencesId = ({ path }: RestRequest) => globalId('Preferences', path['preferences_id'] ?? 0);
const profileId = ({ path }: RestRequest) => globalId('Profile', path['profile_id'] ?? 0);

type FoundUser = NonNullable<ResultOf<typeof oneUser>['user']>;

function wireFullUser(user: FoundUser) {
  const wire = { ...userRecord.write(user), ...ownCountsRecord.write(user) };
  return user.stats ? { ...wire, stats: statsRecord.write(user.stats) } : wire;
}

/** The rows of users, their preferences, profiles and stats, and of searches for people. */
export const people = {
  'GET /user/[user_id]/': row({
    document: oneUser,
    variables: (request) => ({ id: userId(request), full: full(request) }),
    of: ({ path }) => ['User', path['user_id']],
    reply: ({ user }) => (user ? ok(wireFullUser(user)) : notFound()),
  }),

  'GET /me/': row({
    document: signedInUser,
    variables: (request) => ({ full: full(request) }),
    reply: ({ me }) => ok(wireFullUser(me)),
  }),

  // Null changes nothing in these rows where there must be a value (decisions D294).
  'PATCH /user/[user_id]/': row({
    document: graphql(`
      mutation UpdateUser($input: UpdateUserInput!) {
        updateUser(input: $input) {
          user {
            databaseId
          }
        }
      }
    `),
    variables: (request) => ({
      input: {
        id: userId(request),
        firstName: request.args.textOrNull('first_name') ?? undefined,
        lastName: request.args.textOrNull('last_name') ?? undefined,
      },
    }),
    of: ({ path }) => ['User', path['user_id'], 'own'],
    reply: accepted,
  }),

  'GET /preferences/[preferences_id]/': row({
    document: graphql(
      `
        query OnePreferences($id: ID!) {
          node(id: $id) {
            ... on Preferences {
              ...preferencesFields
            }
          }
        }
      `,
      [preferencesRecord.fragment],
    ),
    variables: (request) => ({ id: preferencesId(request) }),
    reply: ({ node }) => (node && 'timezone' in node ? ok(preferencesRecord.write(node)) : notFound()),
  }),

  'PATCH /preferences/[preferences_id]/': row({
    document: graphql(`
      mutation UpdatePreferences($input: UpdatePreferencesInput!) {
        updatePreferences(input: $input) {
          preferences {
            databaseId
          }
        }
      }
    `),
    variables: (request) => ({
      input: {
        id: preferencesId(request),
        weeklyEmailReport: request.args.booleanOrNull('weekly_email_report') ?? undefined,
        monthlyEmailReport: request.args.booleanOrNull('monthly_email_report') ?? undefined,
        annuallyEmailReport: request.args.booleanOrNull('annually_email_report') ?? undefined,
        distance: request.args.word('distance', distanceUnits) ?? undefined,
        elevation: request.args.word('elevation', elevationUnits) ?? undefined,
        timezone: request.args.trimmedOrNull('timezone') ?? undefined,
      },
    }),
    // Those of other users exist if the users are visible.
    of: ({ path }) => ['User', path['preferences_id'], 'own'],
    reply: accepted,
  }),

  'GET /profile/[profile_id]': row({
    document: graphql(
      `
        query OneProfile($id: ID!) {
          node(id: $id) {
            ... on Profile {
              ...profileFields
            }
          }
        }
      `,
      [profileRecord.fragment],
    ),
    variables: (request) => ({ id: profileId(request) }),
    reply: ({ node }) => (node && 'locationName' in node ? ok(profileRecord.write(node)) : notFound()),
  }),

  'PATCH /profile/[profile_id]/': row({
    document: graphql(`
      mutation UpdateProfile($input: UpdateProfileInput!) {
        updateProfile(input: $input) {
          profile {
            databaseId
          }
        }
      }
    `),
    variables: (request) => ({
      input: {
        id: profileId(request),
        birthDate: request.args.trimmedOrNull('birth_date'),
        gender: request.args.wordOrNull('gender', genders),
        weight: request.args.decimalOrNull('weight'),
        weightUnit: request.args.word('weight_unit', weightUnits) ?? undefined,
        locationName: request.args.textOrNull('location_name'),
        locationLat: request.args.numberOrNull('location_lat'),
        locationLng: request.args.numberOrNull('location_lng'),
      },
    }),
    of: ({ path }) => ['Profile', path['profile_id'], 'own'],
    reply: accepted,
  }),

  'GET /stats/[stats_id]/': row({
    document: graphql(
      `
        query OneStats($id: ID!) {
          node(id: $id) {
            ... on Stats {
              ...statsFields
            }
          }
        }
      `,
      [statsRecord.fragment],
    ),
    variables: ({ path }) => ({ id: globalId('Stats', path['stats_id'] ?? 0) }),
    reply: ({ node }) => (node && 'totalDistanceInMeters' in node ? ok(statsRecord.write(node)) : notFound()),
  }),

  ...peopleLists,
};
