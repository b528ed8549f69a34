import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '../formats/wire-value.ts';
import { uri } from '../uris.ts';
import { timestamp } from './timestamp.ts';

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
  return { pending_friend_requests: user.pendingFriendRequests, unread_messages: user.unreadMessages };
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
