import { graphql } from './gql/gql.ts';

/** What the page hears of. Each event has the cursor after which its subscription goes on. */
export const feedPostAdded = graphql(`
  subscription FeedPostAdded($after: String) {
    feedPostAdded(after: $after) {
      cursor
      post {
        ...PostParts
      }
    }
  }
`);

/** Likes, comments and edits: what the cache knows of the post is brought up to date. */
export const postChanged = graphql(`
  subscription PostChanged($after: String) {
    postChanged(after: $after) {
      cursor
      postId
      post {
        ...PostParts
      }
    }
  }
`);

export const messageAdded = graphql(`
  subscription MessageAdded($after: String) {
    messageAdded(after: $after) {
      cursor
      message {
        ...MessageParts
        conversation {
          id
        }
      }
    }
  }
`);

export const conversationChanged = graphql(`
  subscription ConversationChanged($after: String) {
    conversationChanged(after: $after) {
      cursor
      conversationId
      left
      conversation {
        ...ConversationParts
      }
    }
  }
`);
