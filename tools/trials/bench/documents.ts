/** The GraphQL documents a client would write for the items: the same values as the REST answers carry. */
const postFields = `
      databaseId
      body
      commentCount
      createdDate
      likers
      author {
        databaseId
        firstName
        lastName
      }
      workout {
        databaseId
        title
        runDate
        runType
        durationInSeconds
        distanceInMeters
      }`;

const workoutFields = `
      databaseId
      title
      postBody
      runDate
      runType
      durationInSeconds
      distanceInMeters
      polyline
      privacy
      source
      user {
        databaseId
      }
      post {
        databaseId
      }`;

const userFields = `
      databaseId
      firstName
      lastName
      email
      dateJoined
      profileImage225Url
      profileImage48Url`;

export const documents = {
  feed: `query Feed($first: Int, $after: String) {
  feed(type: FRIENDS, first: $first, after: $after) {
    feedType
    nodes {${postFields}
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
    }
  }
}`,
  post: `query Post($id: ID!) {
  post(id: $id) {${postFields}
  }
}`,
  user: `query User($id: ID!) {
  user(id: $id) {
    databaseId
    firstName
    lastName
    email
    dateJoined
    profileImage225Url
    profileImage48Url
    pendingFriendRequests
    unreadMessages
  }
}`,
  userWithProfile: `query UserWithProfile($id: ID!) {
  user(id: $id) {
    databaseId
    firstName
    lastName
    dateJoined
    profile {
      gender
      weightUnit
      locationName
      approximateLocation {
        latitude
        longitude
      }
    }
  }
}`,
  workouts: `query Workouts($userId: ID!, $first: Int!) {
  workouts(userId: $userId, first: $first) {
    nodes {${workoutFields}
    }
  }
}`,
  comments: `query Comments($postId: ID!, $first: Int!) {
  comments(postId: $postId, first: $first) {
    totalCount
    nodes {
      databaseId
      comment
      submitDate
      likers
      post {
        databaseId
      }
      user {${userFields}
      }
    }
  }
}`,
  inbox: `query Inbox($first: Int!) {
  conversations(placement: INBOX, first: $first) {
    totalCount
    nodes {
      databaseId
      createdDate
      placement
      hasUnreadMessages
      pastUsersInvolved
      lastMessage {
        databaseId
        createdDate
        message
        userDeletedName
        conversation {
          databaseId
        }
        user {
          databaseId
        }
      }
      recipients {${userFields}
      }
      startedBy {${userFields}
      }
    }
  }
}`,
  search: `query Search($q: String!, $first: Int!) {
  searchUsers(q: $q, first: $first) {
    totalCount
    nodes {${userFields}
      profile {
        locationName
      }
    }
  }
}`,
  sendMessage: `mutation SendMessage($input: SendMessageInput!) {
  sendMessage(input: $input) {
    message {
      databaseId
      createdDate
      message
      conversation {
        databaseId
      }
    }
  }
}`,
  importGpx: `mutation ImportGpx($input: ImportGpxInput!) {
  importGpx(input: $input) {
    workout {${workoutFields}
    }
  }
}`,
  recordWorkout: `mutation RecordWorkout($input: RecordWorkoutInput!) {
  recordWorkout(input: $input) {
    workout {${workoutFields}
    }
  }
}`,
} as const;
