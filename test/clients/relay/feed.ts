import { graphql } from 'relay-runtime';

/*
 * The documents that relay-compiler reads. The app imports what it makes of them; with babel-plugin-relay, it would use these
 * constants instead.
 */
export const signIn = graphql`
  mutation feedSignInMutation($input: SignInInput!) {
    signIn(input: $input) {
      apiKey
      user {
        id
        firstName
      }
    }
  }
`;

export const post = graphql`
  fragment feedPost on Post @inline {
    id
    body
    viewerLikes
    commentCount
    author {
      id
      firstName
    }
  }
`;

export const feed = graphql`
  query feedQuery($first: Int, $after: String) {
    feed(first: $first, after: $after) @connection(key: "feed_feed") {
      edges {
        node {
          ...feedPost
        }
      }
    }
  }
`;

export const record = graphql`
  mutation feedRecordMutation($input: RecordWorkoutInput!, $connections: [ID!]!) {
    recordWorkout(input: $input) {
      workout {
        id
        runDate
        post @prependNode(connections: $connections, edgeTypeName: "FeedEdge") {
          ...feedPost
        }
      }
    }
  }
`;

export const like = graphql`
  mutation feedLikeMutation($input: LikePostInput!) @raw_response_type {
    likePost(input: $input) {
      post {
        id
        viewerLikes
      }
    }
  }
`;

export const comment = graphql`
  mutation feedCommentMutation($input: AddCommentInput!) {
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
`;

export const send = graphql`
  mutation feedSendMutation($input: SendMessageInput!) {
    sendMessage(input: $input) {
      message {
        id
        createdDate
      }
    }
  }
`;

export const liveCursor = graphql`
  query feedLiveCursorQuery {
    liveCursor
  }
`;

export const messages = graphql`
  subscription feedMessagesSubscription($after: String) {
    messageAdded(after: $after) {
      cursor
      message {
        id
        message
      }
    }
  }
`;

export const signOut = graphql`
  mutation feedSignOutMutation {
    signOut {
      done
    }
  }
`;

// What apps with longer lists need as well: a list of any object that is refetched by its id, in both directions.
export const comments = graphql`
  fragment feedComments on Post
  @refetchable(queryName: "feedCommentsQuery")
  @argumentDefinitions(
    first: { type: "Int" }
    after: { type: "String" }
    last: { type: "Int" }
    before: { type: "String" }
  ) {
    comments(first: $first, after: $after, last: $last, before: $before) @connection(key: "feedComments_comments") {
      edges {
        node {
          id
          comment
        }
      }
    }
  }
`;
