export const me = `# Who is signed in. Press the button to run it.
#
# The key is in "Headers", below. With demo data, the
# list at the top signs you in as somebody else. The
# example SignIn does the same for any account.
query Me {
  me {
    firstName
    lastName
    username
    profile { locationName dateOfBirth }
    preferences { distance timezone }
    stats {
      totalDistanceInMeters
      avgWeeklyDistanceInMeters
      best5kDurationInSeconds
      latestWorkoutDate
    }
    pendingFriendRequests
  }
}
`;

export const friendsFeed = `# What you and your friends ran, newest first.
# "endCursor" as "after" gives the next page.
query FriendsFeed($first: Int, $after: String) {
  feed(type: FRIENDS, first: $first, after: $after) {
    nodes {
      author { firstName lastName }
      createdDate
      body
      likeCount
      commentCount
      workout { title runType distanceInMeters durationInSeconds elevationGainInMeters }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`;

export const localFeed = `# Public posts from within 200 miles of your place;
# featured runners where there are none.
query LocalFeed {
  feed(type: LOCAL, fallback: true, first: 5) {
    feedType
    nodes {
      author { firstName profile { locationName } }
      body
      workout { title distanceInMeters }
    }
  }
}
`;

export const myWorkouts = `# Your own workouts. "polyline" draws the route;
# "track" or "gpx" has every point.
query MyWorkouts {
  workouts(first: 3) {
    totalCount
    nodes {
      id
      title
      runDate
      runType
      privacy
      distanceInMeters
      durationInSeconds
      elevationGainInMeters
      polyline
    }
  }
}
`;

export const recordWorkout = `# Stores a workout; distance, climb and duration come
# from the points (see "Variables"). Run it twice: the
# second time it is refused as the same workout.
mutation RecordWorkout($input: RecordWorkoutInput!) {
  recordWorkout(input: $input) {
    workout {
      id
      databaseId
      title
      distanceInMeters
      durationInSeconds
      elevationGainInMeters
      user { stats { totalDistanceInMeters } }
    }
  }
}
`;

export const liveFeed = `# New posts of your friends feed, as they come, your own
# too. Press the button, then record a workout in another
# tab of the browser, or with curl. A second press ends it.
subscription LiveFeed {
  feedPostAdded(type: FRIENDS) {
    cursor
    post {
      author { firstName lastName }
      body
      workout { title distanceInMeters }
    }
  }
}
`;

export const signIn = `# Issues a new key, shown this once. For "Headers":
#   { "Authorization": "Bearer <apiKey>" }
mutation SignIn($input: SignInInput!) {
  signIn(input: $input) {
    username
    apiKey
    user { firstName lastName }
  }
}
`;

export const register = `# Makes an account and signs it in. For "Headers":
#   { "Authorization": "Bearer <apiKey>" }
mutation Register {
  register(
    input: { firstName: "Ann", lastName: "Example", email: "ann@example.com", password: "choose-a-password" }
  ) {
    username
    apiKey
    user { firstName lastName }
  }
}
`;

export const commentOnPost = `# Comments on the newest run of a friend, and shows
# all comments. Deleted with deleteComment.
mutation CommentOnPost($input: AddCommentInput!) {
  addComment(input: $input) {
    comment {
      id
      post {
        author { firstName }
        comments(last: 3) {
          totalCount
          nodes { user { firstName } comment }
        }
      }
    }
  }
}
`;

export const picture = `# A picture in its sizes. The addresses work without
# a key: open one in the browser.
query Picture($id: ID!) {
  node(id: $id) {
    ... on Picture {
      width
      height
      thumbnailUrl
      detailUrl
      post { author { firstName } body }
    }
  }
}
`;

export const findPeople = `# People by name, and what connects you with them.
query FindPeople($q: String!) {
  searchUsers(q: $q, first: 5) {
    totalCount
    nodes {
      firstName
      lastName
      profile { locationName }
      friendship { status }
    }
  }
}
`;

export const friendships = `# Your friends, and requests in both directions.
query Friendships {
  friendships(first: 10) {
    totalCount
    nodes {
      status
      createdDate
      requester { firstName }
      requested { firstName }
    }
  }
}
`;

export const inbox = `# Your conversations, with the last messages of each.
# Reading them does not mark them as read.
query Inbox {
  conversations(first: 5) {
    nodes {
      unreadMessages
      recipients { firstName }
      messages(last: 2) {
        nodes { createdDate message user { firstName } }
      }
    }
  }
}
`;

export const routes = `# Routes that begin near a place, nearest first. Also
# try place: "Zurich" in their stead.
query Routes($latitude: Float!, $longitude: Float!) {
  searchRoutes(latitude: $latitude, longitude: $longitude, first: 5) {
    totalCount
    nodes {
      name
      distanceInMeters
      isFavorite
      owner { firstName }
    }
  }
}
`;

export const charityEvents = `# Charity events, and what their runners have raised.
query CharityEvents {
  events(first: 3) {
    nodes {
      name
      startDate
      endDate
      amountPerMile
      participants(first: 3) {
        nodes {
          user { firstName }
          userGoalInMiles
          totalMilesLogged
          totalRaised
        }
      }
    }
  }
}
`;
