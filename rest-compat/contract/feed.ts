import type { feed as rows } from '../endpoints/feed.ts';
import { feedTypes, likeables } from '../enum-values.ts';
import { wholePaging, unproven } from './description.ts';
import type { Descriptions } from './description.ts';
import { longest } from '../../schema/lengths.ts';

/** The descriptions of the rows of posts, comments and likes. */
export const feed: Descriptions<typeof rows> = {
  'GET /post/[id]/': {
    about: 'One post.',
    answers: [{ status: 200, body: { record: 'Post' } }],
    errors: { NOT_FOUND: 'It does not exist, or the current user may not see it.' },
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
        about: 'The user whose posts are returned; used with `profile` and `dashboard` only.',
      },
      limit: { type: 'integer', default: '20', about: '0, and any value above 100, means 100.' },
      earlier_than: { type: 'integer', about: 'The id of a post. Only older posts are returned.' },
      later_than: { type: 'integer', about: 'The id of a post. The posts directly after it are returned.' },
    },
    answers: [{ status: 200, body: { feed: 'Post' } }],
    errors: { INVALID: 'A parameter is not valid.' },
  },
  'DELETE /post/[post_id]/': {
    about: "Deletes one's own post. The workout is kept.",
    answers: [{ status: 204, body: 'empty' }],
    errors: { NOT_FOUND: 'It does not exist, or belongs to somebody else.' },
  },
  'POST /comment/': {
    about: 'Comments on a post.',
    body: {
      post_id: { type: 'integer', required: true },
      comment: { type: 'text', required: true, about: `At most ${longest('text')}.` },
    },
    answers: [{ status: 201, body: 'empty', location: 'the comment' }],
    errors: {
      UNPROVEN: unproven,
      NOT_FOUND: 'The post does not exist, or the current user may not see it.',
      BLOCKED: "The current user has blocked the post's author.",
      INVALID: 'A field is missing, empty or too long.',
    },
  },
  'GET /comment/[comment_id]/': {
    about: 'One comment.',
    answers: [{ status: 200, body: { record: 'Comment' } }],
    errors: { NOT_FOUND: 'It does not exist, or the current user may not see it.' },
  },
  'GET /comment/': {
    about: 'The comments of a post, oldest first.',
    query: { post_id: { type: 'integer', required: true }, ...wholePaging },
    answers: [{ status: 200, body: { list: 'Comment' } }],
    errors: {
      NOT_FOUND: 'The post does not exist, or the current user may not see it.',
      INVALID: '`post_id` is missing.',
    },
  },
  'DELETE /comment/[comment_id]/': {
    about: "Deletes one's own comment, or any comment on one's own post.",
    answers: [{ status: 204, body: 'empty' }],
    errors: { NOT_FOUND: 'It does not exist, or the current user may not delete it.' },
  },
  'POST /like/toggle/': {
    about: 'Likes a post or a comment, or withdraws the like.',
    body: {
      object_type: { type: 'text', required: true, values: Object.keys(likeables) },
      object_id: { type: 'integer', required: true },
    },
    answers: [
      {
        status: 200,
        body: {
          fields: {
            liked: { type: 'boolean', about: 'Whether the current user likes it after the change.' },
            like_count: { type: 'integer' },
          },
        },
      },
    ],
    errors: {
      NOT_FOUND: 'The object does not exist, or the current user may not see it.',
      BLOCKED: 'The current user has blocked its author.',
      INVALID: 'A field is missing or not valid.',
    },
  },
};
