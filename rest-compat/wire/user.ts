import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '@runners/wire';
import { uri } from '../uris.ts';
import { timestamp } from './timestamp.ts';
import { idField, uriField } from '../contract/description.ts';
import type { Fields, RecordDescription } from '../contract/description.ts';

/** The URLs of a user's profile picture; empty texts without one (interface, User). */
export const pictureUrls = graphql(`
  fragment pictureUrls on User {
    profileImage225Url
    profileImage48Url
  }
`);

export function wirePictureUrls(user: ResultOf<typeof pictureUrls>): WireMapping {
  return {
    profile_image_225_url: user.profileImage225Url ?? '',
    profile_image_48_url: user.profileImage48Url ?? '',
  };
}

/** A user as lists and other records embed it (interface, User). */
export const userFields = graphql(
  `
    fragment userFields on User {
      databaseId
      firstName
      lastName
      email
      dateJoined
      ...pictureUrls
    }
  `,
  [pictureUrls],
);

export function wireUser(user: ResultOf<typeof userFields>): WireMapping {
  return {
    id: user.databaseId,
    resource_uri: uri('user', user.databaseId),
    first_name: user.firstName,
    last_name: user.lastName,
    // The addresses of other users are not shown (decisions R20).
    email: user.email ?? '',
    date_joined: timestamp(user.dateJoined),
    preferences: uri('preferences', user.databaseId),
    profile: uri('profile', user.databaseId),
    stats: uri('stats', user.databaseId),
    ...wirePictureUrls(user),
  };
}

/** The counts that are added when a user is fetched alone. */
export const ownCounts = graphql(`
  fragment ownCounts on User {
    pendingFriendRequests
    unreadMessages
  }
`);

export function wireOwnCounts(user: ResultOf<typeof ownCounts>): WireMapping {
  // Other users have none to show, which the interface writes as 0.
  return { pending_friend_requests: user.pendingFriendRequests ?? 0, unread_messages: user.unreadMessages ?? 0 };
}

/** A user in search results, with the place (interface, Found user). */
export const foundUserFields = graphql(
  `
    fragment foundUserFields on User {
      ...userFields
      profile {
        locationName
      }
    }
  `,
  [userFields],
);

export function wireFoundUser(user: ResultOf<typeof foundUserFields>): WireMapping {
  return { ...wireUser(user), location_name: user.profile.locationName };
}

/** The author of a post: a subset of a user (interface, Post). */
export const authorFields = graphql(`
  fragment authorFields on User {
    databaseId
    firstName
    lastName
  }
`);

export function wireAuthor(author: ResultOf<typeof authorFields>): WireMapping {
  return {
    id: author.databaseId,
    first_name: author.firstName,
    last_name: author.lastName,
    preferences: uri('preferences', author.databaseId),
    profile: uri('profile', author.databaseId),
    resource_uri: uri('user', author.databaseId),
  };
}

const urlFields = {
  profile_image_225_url: { type: 'URL', about: 'Empty without a profile picture.' },
  profile_image_48_url: { type: 'URL', about: 'Empty without a profile picture.' },
} as const satisfies Fields;

const fields = {
  id: idField,
  resource_uri: uriField,
  first_name: { type: 'text' },
  last_name: { type: 'text' },
  email: { type: 'text', about: 'Empty for other users.' },
  date_joined: { type: 'timestamp' },
  preferences: { type: 'URI' },
  profile: { type: 'URI' },
  stats: { type: 'URI' },
  ...urlFields,
} as const satisfies Fields;

/** The description of a user for the contract. */
export const userRecord = {
  about: 'A user, as lists and other records embed it.',
  fields,
} as const satisfies RecordDescription;

/** The description of a user who is fetched alone. */
export const singleUserRecord = {
  about: 'A user who is fetched alone.',
  fields: {
    ...fields,
    stats: { type: 'URI', orRecord: 'Stats', about: 'The record with `full=1`.' },
    pending_friend_requests: { type: 'integer', about: 'Requests that wait for an answer; 0 for other users.' },
    unread_messages: { type: 'integer', about: 'In inbox and archive; 0 for other users.' },
  },
} as const satisfies RecordDescription;

/** The description of a user who was found by name. */
export const foundUserRecord = {
  about: 'A user who was found by name.',
  fields: { ...fields, location_name: { type: 'text' } },
} as const satisfies RecordDescription;

/** The description of the author of a post. */
export const authorRecord = {
  about: 'The author of a post.',
  fields: {
    id: idField,
    first_name: { type: 'text' },
    last_name: { type: 'text' },
    preferences: { type: 'URI' },
    profile: { type: 'URI' },
    resource_uri: uriField,
  },
} as const satisfies RecordDescription;

/** The description of the two URLs of a user's picture. */
export const pictureUrlsRecord = {
  about: "The two URLs of a user's picture.",
  fields: urlFields,
} as const satisfies RecordDescription;
