import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '../formats/wire-value.ts';
import { uri } from '../uris.ts';
import { timestamp } from './timestamp.ts';
import { extraFields, wireExtra } from './post-extra.ts';
import { authorFields, wireAuthor } from './user.ts';
import { postedWorkoutFields, wirePostedWorkout } from './workout.ts';

/** A feed item (interface, Post). */
export const postFields = graphql(
  `
    fragment postFields on Post {
      databaseId
      body
      commentCount
      createdDate
      likers
      author {
        ...authorFields
      }
      workout {
        ...postedWorkoutFields
      }
      extra {
        ...extraFields
      }
    }
  `,
  [authorFields, postedWorkoutFields, extraFields],
);

export function wirePost(post: ResultOf<typeof postFields>): WireMapping {
  return {
    id: post.databaseId,
    resource_uri: uri('post', post.databaseId),
    author: wireAuthor(post.author),
    body: post.body,
    comment_count: post.commentCount,
    created_date: timestamp(post.createdDate),
    likers: post.likers,
    workout: post.workout ? wirePostedWorkout(post.workout) : null,
    // Posts without additional data do not have these keys.
    ...(post.extra ? wireExtra(post.extra) : {}),
  };
}
