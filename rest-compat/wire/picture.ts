import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '../formats/wire-value.ts';
import { uri } from '../uris.ts';
import { timestamp } from './timestamp.ts';

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
