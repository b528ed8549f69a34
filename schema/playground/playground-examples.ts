/** A tab of the playground. */
interface PlaygroundExample {
  query: string;
  /** JSON in the form that the variables editor shows. */
  variables?: string;
}

const me = `# Who is signed in. Press the button to run it.
#
# The key is in "Headers", below. To sign in as
# somebody else, run the tab SignIn, and paste the
# key it gives you or press the button it offers.
query Me {
  me {
    firstName
    lastName
    username
    profile { locationName birthDate }
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

const friendsFeed = `# What you and your friends ran, newest first.
# "endCursor" as "after" gives the next page.
query FriendsFeed($first: Int, $after: String) {
  feed(type: FRIENDS, first: $first, after: $after) {
    nodes {
      author { firstName lastName }
      createdDate
      body
      likers
      commentCount
      workout { title runType distanceInMeters durationInSeconds elevationGainInMeters }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`;

const localFeed = `# Public posts from within 200 miles of your place;
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

const myWorkouts = `# Your own workouts. "polyline" draws the route;
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

const recordWorkout = `# Stores a workout; distance, climb and duration come
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

const liveFeed = `# New posts of your friends feed, as they come, your own
# too. Press the button, then record a workout in another
# tab of the browser. A second press ends it.
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

const signIn = `# Issues a new key, shown this once. For "Headers":
#   { "Authorization": "Bearer <apiKey>" }
mutation SignIn($input: SignInInput!) {
  signIn(input: $input) {
    username
    apiKey
    user { firstName lastName }
  }
}
`;

const register = `# Makes an account and signs it in. For "Headers":
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

/** The tabs with which the playground opens. With demo data, all of them can be executed immediately. */
export function playgroundExamples(hasDemo: boolean, now: Date, demoPassword = ''): PlaygroundExample[] {
  const account = hasDemo
    ? { email: 'demo@example.com', password: demoPassword }
    : { email: 'ann@example.com', password: 'choose-a-password' };
  // GraphiQL opens the first tab without its variables.
  return [
    ...(hasDemo ? [] : [{ query: register }]),
    { query: me },
    { query: friendsFeed, variables: json({ first: 5 }) },
    { query: localFeed },
    { query: myWorkouts },
    { query: recordWorkout, variables: json({ input: exampleWorkout(now) }) },
    { query: liveFeed },
    { query: signIn, variables: json({ input: account }) },
  ];
}

/** A short run around Lake Merritt in Oakland that ended some minutes ago. */
function exampleWorkout(now: Date) {
  const start = now.getTime() - 20 * 60_000;
  const corners = [
    [37.8044, -122.2636, 3],
    [37.8075, -122.2588, 4],
    [37.8101, -122.2561, 7],
    [37.8087, -122.2504, 9],
    [37.8046, -122.2535, 12],
    [37.8009, -122.2583, 5],
    [37.8044, -122.2636, 3],
  ] as const;
  return {
    title: 'Around the lake',
    postBody: 'From the playground.',
    runDate: new Date(start).toISOString(),
    runType: 'SLOW',
    privacy: 'FRIENDS',
    points: corners.map(([lat, lng, elev], i) => ({
      lat,
      lng,
      elev,
      time: new Date(start + i * 150_000).toISOString(),
    })),
  };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
