import { aboutLikers } from '../../schema/feed/about-likers.ts';
import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '@runners/wire';
import { uri } from '../uris.ts';
import { timestamp } from './timestamp.ts';
import { extraFields, wireExtra } from './post-extra.ts';
import { authorFields, wireAuthor } from './user.ts';
import { postedWorkoutFields, wirePostedWorkout } from './workout.ts';
import { idField, uriField } from '../contract/description.ts';
import type { Fields, RecordDescription } from '../contract/description.ts';

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

const fields = {
  id: idField,
  resource_uri: uriField,
  author: { type: { record: 'Author' } },
  body: { type: 'text', about: 'May be empty.' },
  comment_count: { type: 'integer' },
  created_date: { type: 'timestamp' },
  likers: { type: { list: 'integer' }, about: aboutLikers },
  workout: { type: { record: 'Posted workout' }, nullable: true, about: 'Null on posts about charity events.' },
} as const satisfies Fields;

/** The description of the record for the contract. */
export const postRecord = { about: 'An item of a feed.', fields } as const satisfies RecordDescription;

/** A post about a charity event as REST shows it. */
export const postWithExtraRecord = {
  about:
    'A post about a charity event has two more fields. Its `body` contains the same information as a sentence, for clients that do not know them.',
  fields: {
    ...fields,
    post_type: { type: 'text', values: ['registered-for-event', 'event-participant-got-sponsor'] },
    extra: { type: { record: 'Event extra' } },
  },
} as const satisfies RecordDescription;
