import { print } from 'graphql';
import type { ResultOf, TadaDocumentNode } from 'gql.tada';
import { graphql } from '../clients/tada.ts';

/** What the copy has of each object. */
export const postFields = graphql(`
  fragment OfflinePost on Post {
    id
    createdDate
    body
    privacy
    author {
      id
      firstName
    }
    workout {
      title
      distanceInMeters
    }
    likeCount
    viewerLikes
    commentCount
    comments(last: 50) {
      nodes {
        id
        comment
        user {
          id
          firstName
        }
      }
    }
  }
`);

export const messageFields = graphql(`
  fragment OfflineMessage on Message {
    id
    createdDate
    message
    isDeleted
    user {
      id
      firstName
    }
    userDeletedName
  }
`);

export const conversationFields = graphql(`
  fragment OfflineConversation on Conversation {
    id
    placement
    unreadMessages
    recipients {
      id
      firstName
    }
  }
`);

export const friendshipFields = graphql(`
  fragment OfflineFriendship on Friendship {
    id
    status
    requester {
      id
      firstName
    }
    requested {
      id
      firstName
    }
  }
`);

export const changesFields = graphql(
  `
    fragment OfflineChanges on ChangePage {
      cursor
      hasMore
      reset
      changes {
        __typename
        ... on PostChanged {
          postId
          post {
            ...OfflinePost
          }
        }
        ... on MessageAdded {
          message {
            ...OfflineMessage
            conversation {
              ...OfflineConversation
            }
          }
        }
        ... on ConversationChanged {
          conversationId
          messagesChanged
          conversation {
            ...OfflineConversation
          }
        }
        ... on FriendshipChanged {
          friendshipId
          otherUserId
          isInFeed
          friendship {
            ...OfflineFriendship
          }
        }
        ... on UserChanged {
          userId
          user {
            firstName
          }
        }
      }
    }
  `,
  [postFields, messageFields, conversationFields, friendshipFields],
);

export const changes = graphql(
  `
    query Changes($after: String) {
      changes(after: $after) {
        ...OfflineChanges
      }
    }
  `,
  [changesFields],
);

export const follow = graphql(
  `
    subscription Follow($after: String) {
      changes(after: $after) {
        ...OfflineChanges
      }
    }
  `,
  [changesFields],
);

export const owner = graphql(`
  query Owner {
    me {
      id
    }
  }
`);

/** A page of the friends feed, or of the posts of one user. */
export const feedPage = graphql(
  `
    query FeedPage($type: FeedType!, $userId: ID, $after: String) {
      feed(type: $type, userId: $userId, first: 50, after: $after) {
        nodes {
          ...OfflinePost
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [postFields],
);

export const conversationPage = graphql(
  `
    query ConversationPage($placement: ConversationPlacement!, $after: String) {
      conversations(placement: $placement, withRequests: true, first: 50, after: $after) {
        nodes {
          ...OfflineConversation
          messages(last: 50) {
            nodes {
              ...OfflineMessage
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [conversationFields, messageFields],
);

export const messagesOf = graphql(
  `
    query Messages($id: ID!) {
      conversation(id: $id) {
        messages(last: 50) {
          nodes {
            ...OfflineMessage
          }
        }
      }
    }
  `,
  [messageFields],
);

export const friendshipPage = graphql(
  `
    query FriendshipPage($after: String) {
      friendships(first: 100, after: $after) {
        nodes {
          ...OfflineFriendship
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [friendshipFields],
);

export const sendMessage = graphql(`
  mutation SendMessage($input: SendMessageInput!) {
    sendMessage(input: $input) {
      message {
        id
      }
    }
  }
`);

export const likePost = graphql(`
  mutation LikePost($input: LikePostInput!) {
    likePost(input: $input) {
      post {
        id
      }
    }
  }
`);

export type Post = ResultOf<typeof postFields>;
export type Message = ResultOf<typeof messageFields>;
export type Conversation = ResultOf<typeof conversationFields>;
export type Friendship = ResultOf<typeof friendshipFields>;
export type Changes = ResultOf<typeof changesFields>;

/** Executes a document. */
export type Send = <Result, Variables>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
) => Promise<Result>;

/** The same, with the key under which a mutation is carried out once. */
export type SendOnce = <Result, Variables>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
  key?: string,
) => Promise<Result>;

/** A document as `request` takes it, with its types. */
export function asText<Result, Variables>(document: TadaDocumentNode<Result, Variables>) {
  return { toString: () => print(document) } as { toString(): string; __apiType?: (variables: Variables) => Result };
}
