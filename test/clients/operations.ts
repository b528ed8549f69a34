import { graphql } from '../../examples/clients/tada.ts';

/** What an app of runners sends; its types come from the schema. */
export const signIn = graphql(`
  mutation SignIn($input: SignInInput!) {
    signIn(input: $input) {
      apiKey
      user {
        id
        firstName
      }
    }
  }
`);

const postFields = graphql(`
  fragment PostFields on Post {
    id
    body
    viewerLikes
    commentCount
    author {
      id
      firstName
    }
  }
`);

export const feed = graphql(
  `
    query Feed($first: Int, $after: String) {
      feed(first: $first, after: $after) {
        edges {
          cursor
          node {
            ...PostFields
          }
        }
        pageInfo {
          endCursor
          hasNextPage
          hasPreviousPage
          startCursor
        }
      }
    }
  `,
  [postFields],
);

export const record = graphql(
  `
    mutation Record($input: RecordWorkoutInput!) {
      recordWorkout(input: $input) {
        workout {
          id
          title
          runDate
          post {
            ...PostFields
          }
        }
      }
    }
  `,
  [postFields],
);

export const like = graphql(`
  mutation Like($input: LikePostInput!) {
    likePost(input: $input) {
      post {
        id
        viewerLikes
      }
    }
  }
`);

export const comment = graphql(`
  mutation Comment($input: AddCommentInput!) {
    addComment(input: $input) {
      comment {
        id
        submitDate
        post {
          id
          commentCount
        }
      }
    }
  }
`);

export const send = graphql(`
  mutation Send($input: SendMessageInput!) {
    sendMessage(input: $input) {
      message {
        id
        createdDate
      }
    }
  }
`);

export const liveCursor = graphql(`
  query LiveCursor {
    liveCursor
  }
`);

export const messages = graphql(`
  subscription Messages($after: String) {
    messageAdded(after: $after) {
      cursor
      message {
        id
        message
        user {
          id
          firstName
        }
      }
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
