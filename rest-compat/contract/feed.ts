import type { feed as rows } from '../endpoints/feed.ts';
import { feedTypes, likeables } from '../words.ts';
import { wholePaging, unproven } from './description.ts';
import type { Descriptions } from './description.ts';

/** What the contract says about the rows of posts, comments and likes. */
export const feed: Descriptions<typeof rows> = {
  'GET /post/[id]/': {
    about: 'One post.',
    answers: [{ status: 200, body: { record: 'Post' } }],
    errors: { NOT_FOUND: 'There is none that the current user may see.' },
  },
  'GET /post/': {
    about: 'A page of a feed, newest first. See [Posts](#posts).',
    query: {
      type: { type: 'text', default: 'friends', values: Object.keys(feedTypes), about: '`dashboard` is deprecated.' },
      fallback: {
        type: 'boolean',
        default: '0',
        about: 'With 1, an empty feed is replaced by the friends feed, then the local, then the featured one.',
      },
      user_id: {
        type: 'integer',
        default: 'the current user',
        about: 'Whose posts; with `profile` and `dashboard` only.',
      },
      limit: { type: 'integer', default: '20', about: '0, and any value above 100, means 100.' },
      earlier_than: { type: 'integer', about: 'The id of a post: only older ones.' },
      later_than: { type: 'integer', about: 'The id of a post: the newer ones next to it.' },
    },
    answers: [{ status: 200, body: { feed: 'Post' } }],
    errors: { INVALID: 'A parameter is not valid.' },
  },
  'DELETE /post/[post_id]/': {
    about: "Deletes one's own post. The workout stays.",
    answers: [{ status: 204, body: 'empty' }],
    errors: { NOT_FOUND: "There is none, or it is somebody else's." },
  },
  'POST /comment/': {
    about: 'Comments on a post.',
    body: {
      post_id: { type: 'integer', required: true },
      comment: { type: 'text', required: true, about: 'At most 10,000 characters.' },
    },
    answers: [{ status: 201, body: 'empty', location: 'the comment' }],
    errors: {
      UNPROVEN: unproven,
      NOT_FOUND: 'There is no such post that the current user may see.',
      BLOCKED: "The current user has blocked the post's author.",
      INVALID: 'A field is missing, empty or too long.',
    },
  },
  'GET /comment/[comment_id]/': {
    about: 'One comment.',
    answers: [{ status: 200, body: { record: 'Comment' } }],
    errors: { NOT_FOUND: 'There is none that the current user may see.' },
  },
  'GET /comment/': {
    about: 'The comments of a post, oldest first.',
    query: { post_id: { type: 'integer', required: true }, ...wholePaging },
    answers: [{ status: 200, body: { list: 'Comment' } }],
    errors: { NOT_FOUND: 'There is no such post that the current user may see.', INVALID: '`post_id` is missing.' },
  },
  'DELETE /comment/[comment_id]/': {
    about: "Deletes one's own comment, or any comment on one's own post.",
    answers: [{ status: 204, body: 'empty' }],
    errors: { NOT_FOUND: 'There is none that the current user may delete.' },
  },
  'POST /like/toggle/': {
    about: 'Likes a post or a comment, or takes the like back.',
    body: {
      object_type: { type: 'text', required: true, values: Object.keys(likeables) },
      object_id: { type: 'integer', required: true },
    },
    answers: [
      {
        status: 200,
        body: {
          fields: {
            liked: { type: 'boolean', about: 'Whether the current user likes it now.' },
            like_count: { type: 'integer' },
          },
        },
      },
    ],
    errors: {
      NOT_FOUND: 'There is no such thing that the current user may see.',
      BLOCKED: 'The current user has blocked its author.',
      INVALID: 'A field is missing or not valid.',
    },
  },
};
