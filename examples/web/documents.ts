import { graphql } from './gql/gql.ts';

/** What the page sends to the service. The types of the answers are generated: `npm run example:types`. */
export const signIn = graphql(`
  mutation SignIn($email: String!, $password: String!) {
    signIn(input: { email: $email, password: $password }) {
      apiKey
    }
  }
`);

export const signOut = graphql(`
  mutation SignOut {
    signOut {
      done
    }
  }
`);

/** The position among the events is read before everything that the page shows, so that no event is missed in between. */
export const start = graphql(`
  query Start {
    liveCursor
    me {
      id
      firstName
      preferences {
        id
        distance
        elevation
      }
    }
  }
`);

export const personParts = graphql(`
  fragment PersonParts on User {
    id
    firstName
    lastName
    profileImage48Url
  }
`);

export const postParts = graphql(`
  fragment PostParts on Post {
    id
    body
    createdDate
    likeCount
    viewerLikes
    commentCount
    author {
      ...PersonParts
    }
    workout {
      id
      title
      runDate
      distanceInMeters
      durationInSeconds
      polyline
    }
  }
`);

export const likeParts = graphql(`
  fragment LikeParts on Post {
    id
    viewerLikes
    likeCount
  }
`);

export const pageParts = graphql(`
  fragment PageParts on PageInfo {
    endCursor
    hasNextPage
    hasPreviousPage
    startCursor
  }
`);

export const feed = graphql(`
  query Feed($after: String) {
    feed(first: 10, after: $after) {
      edges {
        cursor
        node {
          ...PostParts
        }
      }
      pageInfo {
        ...PageParts
      }
    }
  }
`);

export const likePost = graphql(`
  mutation LikePost($id: ID!) {
    likePost(input: { id: $id }) {
      post {
        ...LikeParts
      }
    }
  }
`);

export const unlikePost = graphql(`
  mutation UnlikePost($id: ID!) {
    unlikePost(input: { id: $id }) {
      post {
        ...LikeParts
      }
    }
  }
`);

/** Runs with more points than `track` has are shown without splits. */
export const run = graphql(`
  query Run($id: ID!) {
    workout(id: $id) {
      id
      title
      postBody
      runDate
      runType
      distanceInMeters
      durationInSeconds
      elevationGainInMeters
      polyline
      track
      user {
        ...PersonParts
      }
    }
  }
`);

export const messageParts = graphql(`
  fragment MessageParts on Message {
    id
    createdDate
    message
    isDeleted
    userDeletedName
    user {
      id
      firstName
    }
  }
`);

export const conversationParts = graphql(`
  fragment ConversationParts on Conversation {
    id
    hasUnreadMessages
    unreadMessages
    recipients {
      ...PersonParts
    }
    pastUsersInvolved
    lastMessage {
      ...MessageParts
    }
  }
`);

export const inbox = graphql(`
  query Inbox($after: String) {
    conversations(first: 20, after: $after) {
      edges {
        cursor
        node {
          ...ConversationParts
        }
      }
      pageInfo {
        ...PageParts
      }
    }
  }
`);

export const conversation = graphql(`
  query Conversation($id: ID!, $before: String) {
    conversation(id: $id) {
      ...ConversationParts
      messages(last: 30, before: $before) {
        edges {
          cursor
          node {
            ...MessageParts
          }
        }
        pageInfo {
          ...PageParts
        }
      }
    }
  }
`);

export const sendMessage = graphql(`
  mutation SendMessage($conversationId: ID!, $message: String!) {
    sendMessage(input: { conversationId: $conversationId, message: $message }) {
      message {
        ...MessageParts
      }
    }
  }
`);

export const markRead = graphql(`
  mutation MarkRead($id: ID!, $lastMessageId: ID!) {
    markConversationRead(input: { id: $id, lastMessageId: $lastMessageId }) {
      conversation {
        id
        hasUnreadMessages
        unreadMessages
      }
    }
  }
`);
