import { maxPictureBytes } from '../../src/domain/pictures/image-format.ts';
import type { Parameters } from '../contract/description.ts';
import { globalId } from '../../schema/global-id.ts';
import { notFound, ok, row } from '../endpoint.ts';
import { graphql } from '../graphql.ts';
import { createdAt } from '../outcomes.ts';
import { wholeLists, wholePage } from '../paging.ts';
import { idOf } from '../parameters.ts';
import { picture } from '../records/feed.ts';
import { pictureUrls } from '../records/people.ts';
import { listSources } from '../records/sources.ts';
import { mutation, one } from '../rows.ts';

const headers = {
  'Content-MD5': {
    type: 'text',
    about: 'The MD5 digest of the body in base64 (RFC 1864). A body that does not match is refused.',
  },
} as const satisfies Parameters;

/**
 * Formats of bodies that are pictures. The content type does not decide between them: older apps send PNG as `image/jpeg`.
 */
const image = { takes: ['jpeg', 'png'], maxBytes: maxPictureBytes, md5: true, spends: 'upload', headers } as const;
const postId = idOf('Post')('postId');
const tooLarge = 'The picture has more than 50 megapixels.';

/** The rows of pictures. */
export const pictures = {
  'POST /picture/?post_id=[id]': mutation('addPicture', createdAt('picture'), {
    about:
      "Attaches a picture to one's own post. The body is the file. Its bytes determine the format, and not its content type.",
    ...image,
    query: { post_id: postId },
    bytes: 'picture',
    errors: {
      NOT_FOUND: 'The post does not exist, or belongs to somebody else.',
      INVALID: 'The body is not a readable picture, the digest does not match the body, or the post has 100 pictures.',
      MALFORMED: 'The body is missing.',
      TOO_LARGE: tooLarge,
    },
  }),

  'GET /picture/?post_id=[id]': row({
    about: 'The pictures of a post, in the order that its author has chosen, and otherwise oldest first.',
    query: { post_id: postId.described, ...wholeLists.described },
    answers: [{ status: 200, body: { list: 'Picture' } }],
    errors: {
      NOT_FOUND: 'The post does not exist, or the current user may not see it.',
      INVALID: '`post_id` is missing.',
    },
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
      [picture.fragment],
    ),
    variables({ args }) {
      // The page is taken from all pictures, and what is wrong with it is told with the rest.
      const id = args.id('post_id');
      wholePage(args);
      return { postId: globalId('Post', id) };
    },
    of: ({ args }) => ['Post', args.id('post_id')],
    reply: ({ post }, request) => {
      if (!post) return notFound();
      const { first, last, offset } = wholePage(request.args);
      const shown =
        last === undefined ? post.pictures.slice(offset, offset + (first ?? 0)) : post.pictures.slice(-last);
      return ok(wholeLists.envelope(request, post.pictures.length, shown.map(picture.write)));
    },
    sources: () => listSources(picture.columns, null, 'post.pictures'),
  }),

  'GET /picture/[picture_id]/': one('node', picture, 'picture_id', { about: 'One picture.' }),

  'POST /user/picture/': mutation('setProfilePicture', createdAt('user', pictureUrls, 'databaseId'), {
    about: "Sets the current user's profile picture.",
    ...image,
    bytes: 'picture',
    errors: {
      INVALID: 'The body is not a readable picture, or the digest does not match the body.',
      MALFORMED: 'The body is missing.',
      TOO_LARGE: tooLarge,
    },
  }),
};
