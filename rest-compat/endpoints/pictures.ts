import { globalId } from '../../schema/global-id.ts';
import { maxPictureBytes } from '../../src/domain/pictures/image-format.ts';
import { created, notFound, ok, row } from '../endpoint.ts';
import { graphql } from '../graphql.ts';
import { wholeEnvelope, wholePage } from '../paging.ts';
import { uri } from '../uris.ts';
import { picture as pictureRecord } from '../records/feed.ts';
import { pictureUrls as pictureUrlsRecord } from '../records/people.ts';

/**
 * Formats of bodies that are pictures. The content type does not decide between them: older apps send PNG as `image/jpeg`.
 */
const image = { takes: ['jpeg', 'png'], maxBytes: maxPictureBytes, md5: true, spends: 'upload' } as const;

export const pictures = {
  'POST /picture/?post_id=[id]': row({
    ...image,
    document: graphql(`
      mutation AddPicture($input: AddPictureInput!) {
        addPicture(input: $input) {
          picture {
            databaseId
          }
        }
      }
    `),
    variables: ({ args, bytes }) => ({ input: { postId: globalId('Post', args.id('post_id')), picture: bytes } }),
    reply: ({ addPicture: { picture } }) => created(uri('picture', picture.databaseId)),
  }),

  'GET /picture/?post_id=[id]': row({
    document: graphql(
      `
        query Pictures($postId: ID!) {
          post(id: $postId) {
            pictures {
              ...pictureFields
            }
          }
        }
      `,
      [pictureRecord.fragment],
    ),
    variables: ({ args }) => ({ postId: globalId('Post', args.id('post_id')) }),
    reply: ({ post }, request) => {
      if (!post) return notFound();
      const { first, last, offset } = wholePage(request.args);
      const shown =
        last === undefined ? post.pictures.slice(offset, offset + (first ?? 0)) : post.pictures.slice(-last);
      return ok(wholeEnvelope(request, post.pictures.length, shown.map(pictureRecord.write)));
    },
  }),

  'GET /picture/[picture_id]/': row({
    document: graphql(
      `
        query OnePicture($id: ID!) {
          node(id: $id) {
            ... on Picture {
              ...pictureFields
            }
          }
        }
      `,
      [pictureRecord.fragment],
    ),
    variables: ({ path }) => ({ id: globalId('Picture', path['picture_id'] ?? 0) }),
    reply: ({ node }) => (node && 'thumbnailUrl' in node ? ok(pictureRecord.write(node)) : notFound()),
  }),

  'POST /user/picture/': row({
    ...image,
    document: graphql(
      `
        mutation SetProfilePicture($input: SetProfilePictureInput!) {
          setProfilePicture(input: $input) {
            user {
              databaseId
              ...pictureUrls
            }
          }
        }
      `,
      [pictureUrlsRecord.fragment],
    ),
    variables: ({ bytes }) => ({ input: { picture: bytes } }),
    reply: ({ setProfilePicture: { user } }) => created(uri('user', user.databaseId), pictureUrlsRecord.write(user)),
  }),
};
