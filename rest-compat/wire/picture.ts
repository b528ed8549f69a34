import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '@runners/wire';
import { uri } from '../uris.ts';
import { timestamp } from './timestamp.ts';
import { idField, uriField } from '../contract/description.ts';
import type { RecordDescription } from '../contract/description.ts';

/** A picture in its four sizes (interface, Picture). */
export const pictureFields = graphql(`
  fragment pictureFields on Picture {
    databaseId
    post {
      databaseId
    }
    createdDate
    thumbnailUrl
    feedUrl
    detailUrl
    originalUrl
  }
`);

export function wirePicture(picture: ResultOf<typeof pictureFields>): WireMapping {
  return {
    id: picture.databaseId,
    resource_uri: uri('picture', picture.databaseId),
    post: uri('post', picture.post.databaseId),
    created_date: timestamp(picture.createdDate),
    thumbnail: picture.thumbnailUrl,
    feed: picture.feedUrl,
    detail: picture.detailUrl,
    original: picture.originalUrl,
  };
}

/** The description of the record for the contract. */
export const pictureRecord = {
  about: 'A picture of a post, in four sizes. The URLs are signed, need no key, and are valid for one to two days.',
  fields: {
    id: idField,
    resource_uri: uriField,
    post: { type: 'URI' },
    created_date: { type: 'timestamp' },
    thumbnail: { type: 'URL', about: 'About 140 × 110 pixels.' },
    feed: { type: 'URL', about: 'About 400 pixels wide.' },
    detail: { type: 'URL', about: 'About 900 pixels wide.' },
    original: {
      type: 'URL',
      about: 'The bytes as uploaded for the owner, and the same pixels without metadata for others.',
    },
  },
} as const satisfies RecordDescription;
