import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '../formats/wire-value.ts';
import { uri } from '../uris.ts';
import { timestamp } from './timestamp.ts';
import { userFields, wireUser } from './user.ts';

/** A comment (interface, Comment). */
export const commentFields = graphql(
  `
    fragment commentFields on Comment {
      databaseId
      comment
      submitDate
      likers
      post {
        databaseId
      }
      user {
        ...userFields
      }
    }
  `,
  [userFields],
);

export function wireComment(comment: ResultOf<typeof commentFields>): WireMapping {
  return {
    id: comment.databaseId,
    resource_uri: uri('comment', comment.databaseId),
    comment: comment.comment,
    post: uri('post', comment.post.databaseId),
    user: wireUser(comment.user),
    submit_date: timestamp(comment.submitDate),
    likers: comment.likers,
  };
}
