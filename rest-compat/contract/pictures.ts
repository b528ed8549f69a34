import type { pictures as rows } from '../endpoints/pictures.ts';
import { wholePaging } from './description.ts';
import type { Descriptions, Parameters } from './description.ts';

const digest: Parameters = {
  'Content-MD5': {
    type: 'text',
    about: 'The MD5 digest of the body in base64 (RFC 1864). A body that does not match is refused.',
  },
};

/** The descriptions of the rows of pictures. */
export const pictures: Descriptions<typeof rows> = {
  'POST /picture/?post_id=[id]': {
    about:
      "Attaches a picture to one's own post. The body is the file. Its bytes determine the format, and not its content type.",
    query: { post_id: { type: 'integer', required: true } },
    headers: digest,
    answers: [{ status: 201, body: 'empty', location: 'the picture' }],
    errors: {
      NOT_FOUND: 'The post does not exist, or belongs to somebody else.',
      INVALID: 'The body is not a readable picture, the digest does not match the body, or the post has 100 pictures.',
      MALFORMED: 'The body is missing.',
      TOO_LARGE: 'The picture has more than 50 megapixels.',
    },
  },
  'GET /picture/?post_id=[id]': {
    about: 'The pictures of a post, in the order that its author has chosen, and otherwise oldest first.',
    query: { post_id: { type: 'integer', required: true }, ...wholePaging },
    answers: [{ status: 200, body: { list: 'Picture' } }],
    errors: {
      NOT_FOUND: 'The post does not exist, or the current user may not see it.',
      INVALID: '`post_id` is missing.',
    },
  },
  'GET /picture/[picture_id]/': {
    about: 'One picture.',
    answers: [{ status: 200, body: { record: 'Picture' } }],
    errors: { NOT_FOUND: 'It does not exist, or the current user may not see it.' },
  },
  'POST /user/picture/': {
    about: "Sets the current user's profile picture.",
    headers: digest,
    answers: [{ status: 201, body: { record: 'Profile picture' }, location: 'the user' }],
    errors: {
      INVALID: 'The body is not a readable picture, or the digest does not match the body.',
      MALFORMED: 'The body is missing.',
      TOO_LARGE: 'The picture has more than 50 megapixels.',
    },
  },
};
