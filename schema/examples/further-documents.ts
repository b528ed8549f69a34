export const changes = `# What has changed for you since a cursor. Without one,
# you receive the cursor from which on you can ask again.
query Changes($after: String) {
  changes(after: $after) {
    cursor
    hasMore
    reset
    changes {
      ... on PostChanged { postId post { body likeCount } }
      ... on MessageAdded { message { message } }
      ... on FriendshipChanged { friendshipId }
      ... on NotificationAdded { notification { kind } }
    }
  }
}
`;

export const notifications = `# What others did that concerns you, newest first. The
# example LiveFeed shows how to hear of it at once.
query Notifications {
  notifications(first: 5) {
    nodes { kind isRead actorCount actors { firstName } createdDate }
  }
  unreadNotificationCount
}
`;

export const importGpx = `# A file of a watch, as text in the variables. Sending it
# again is refused with the id of the workout.
mutation ImportGpx($input: ImportGpxInput!) {
  importGpx(input: $input) {
    workout { id title runType distanceInMeters durationInSeconds elevationGainInMeters }
  }
}
`;

export const streamsAndSplits = `# A workout by kilometers, and what was measured along
# it at 20 points, for charts.
query StreamsAndSplits {
  workouts(first: 1) {
    nodes {
      title
      splits(unit: KILOMETER) { distanceInMeters durationInSeconds paceInSeconds }
      streams(resolution: 20) { distanceInMeters timeInSeconds elev heartRate }
    }
  }
}
`;

export const editPost = `# Changes the text of your newest public post. What is
# left out stays as it is.
mutation EditPost($input: EditPostInput!) {
  editPost(input: $input) {
    post { id body privacy workout { title } }
  }
}
`;

export const deletePost = `# Deletes your newest private post. Its workout is kept
# and comes back, so that lists can be corrected.
mutation DeletePost($input: DeletePostInput!) {
  deletePost(input: $input) {
    deletedId
    workout { id title post { id } }
  }
}
`;
