import { aboutLikers } from '../../schema/feed/about-likers.ts';
import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '@runners/wire';
import { uri } from '../uris.ts';
import { timestamp } from './timestamp.ts';
import { userFields, wireUser } from './user.ts';
import { idField, uriField } from '../contract/description.ts';
import type { RecordDescription } from '../contract/description.ts';

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

/** The description of the record for the contract. */
export const commentRecord = {
  about: 'A comment on a post.',
  fields: {
    id: idField,
    resource_uri: uriField,
    comment: { type: 'text' },
    post: { type: 'URI' },
    user: { type: { record: 'User' }, about: 'The author.' },
    submit_date: { type: 'timestamp' },
    likers: { type: { list: 'integer' }, about: aboutLikers },
  },
} as const satisfies RecordDescription;
