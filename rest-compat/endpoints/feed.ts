import { defaultPage, pageCaps } from '../../schema/pagination/page-sizes.ts';
import { globalId } from '../../schema/global-id.ts';
import { longest } from '../../schema/lengths.ts';
import { postCursor } from '../../schema/feed/post-cursor.ts';
import { unproven } from '../contract/description.ts';
import { ok, row } from '../endpoint.ts';
import type { AnyRow, RestRequest } from '../endpoint.ts';
import { feedTypes, likeables, wordsOf } from '../enum-values.ts';
import { graphql } from '../graphql.ts';
import { createdAt, deleted, fields } from '../outcomes.ts';
import { link, pageLimit, wholeLists } from '../paging.ts';
import { filledText, idOf, readBeside } from '../parameters.ts';
import { boolean, integer } from '../records/column.ts';
import { comment, post } from '../records/feed.ts';
import { sourcesOf } from '../records/sources.ts';
import { list, mutation, one } from '../rows.ts';

/** The user whose posts are requested, which only counts with the types dashboard and profile (interface, Posts). */
function userIdOf({ args }: RestRequest): number | null {
  const type = args.textOrNull('type')?.trim();
  return (type === 'profile' || type === 'dashboard' ? args.idOrNull('user_id') : null) ?? null;
}

/**
 * Parameters of a link that stays in the feed that was read (decisions N11): its type, and `user_id` unless another feed was
 * read instead. The friends feed of another user is only available as `dashboard`.
 */
function sameFeed(request: RestRequest, feedType: string, isFallback: boolean): Record<string, string | null> {
  if (isFallback) return { type: feedType, user_id: '', fallback: '' };
  const ofOther = feedType === 'friends' && userIdOf(request) !== null;
  return { type: ofOther ? null : feedType, fallback: '' };
}

/** `later_than`: the id of a post, or 0 to begin with the very first post, which links of an empty page may contain. */
const laterThanOf = ({ args }: RestRequest) =>
  args.textOrNull('later_than') === '0' ? 0 : args.idOrNull('later_than');
/** `earlier_than`: the id of a post. 0 counts as absent. */
const earlierThanOf = ({ args }: RestRequest) =>
  args.numberOrNull('earlier_than') === 0 ? null : args.idOrNull('earlier_than');

/** The cursors of links. An empty page links to posts at its own cursor or beyond, so that the post of the cursor is included. */
const newer = (id: number, found: number) => (found > 0 ? id : id - 1);
const older = (id: number, found: number) => (found > 0 ? id : id + 1);
const cursor = (id: number | null | undefined) => (id == null ? null : postCursor(id));

/** The limits of the post list (decisions W10). */
const feedLimit = (request: RestRequest) => pageLimit(request.args, defaultPage, pageCaps.feed);
const wordOfFeed = wordsOf(feedTypes);
const unseenPost = 'The post does not exist, or the current user may not see it.';
const postId = idOf('Post')('postId');
const ofPost: AnyRow['of'] = ({ args }) => ['Post', args.id('post_id')];

/** The rows of posts, comments and likes. */
export const feed = {
  'GET /post/[id]/': one('post', post, 'id', { about: 'One post.' }),

  'GET /post/': row({
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
    document: graphql(
      `
        query Feed(
          $type: FeedType!
          $userId: ID
          $fallback: Boolean!
          $first: Int
          $after: String
          $last: Int
          $before: String
        ) {
          feed(
            type: $type
            userId: $userId
            fallback: $fallback
            first: $first
            after: $after
            last: $last
            before: $before
          ) {
            feedType
            isFallback
            nodes {
              ...postFields
            }
            pageInfo {
              hasNextPage
              hasPreviousPage
            }
          }
        }
      `,
      [post.fragment],
    ),
    variables: (request) => {
      const { args } = request;
      const type = args.wordOrNull('type', feedTypes) ?? 'FRIENDS';
      const userId = userIdOf(request);
      const laterThan = laterThanOf(request);
      const size = feedLimit(request);
      return {
        type,
        userId: userId == null ? null : globalId('User', userId),
        fallback: args.flag('fallback'),
        after: cursor(earlierThanOf(request)),
        before: cursor(laterThan),
        ...(laterThan == null ? { first: size } : { last: size }),
      };
    },
    reply: ({ feed: { feedType, isFallback, nodes, pageInfo } }, request) => {
      const feed_type = wordOfFeed(feedType);
      const same = sameFeed(request, feed_type, isFallback);
      const newest = nodes[0]?.databaseId ?? earlierThanOf(request);
      const oldest = nodes.at(-1)?.databaseId ?? laterThanOf(request);
      return ok({
        meta: {
          feed_type,
          newer:
            pageInfo.hasPreviousPage && newest
              ? link(request, { ...same, earlier_than: '', later_than: newer(newest, nodes.length) })
              : null,
          older:
            pageInfo.hasNextPage && oldest != null
              ? link(request, { ...same, later_than: '', earlier_than: older(oldest, nodes.length) })
              : null,
        },
        objects: nodes.map(post.write),
      });
    },
    sources: () => [
      { field: 'meta.feed_type', from: ['feed.feedType'] },
      { field: 'meta.newer', from: ['feed.pageInfo.hasPreviousPage'] },
      { field: 'meta.older', from: ['feed.pageInfo.hasNextPage'] },
      ...sourcesOf(post.columns, 'objects[].', 'feed.nodes[].'),
    ],
  }),

  'DELETE /post/[post_id]/': mutation('deletePost', deleted, {
    about: "Deletes one's own post. The workout is kept.",
    path: ['post_id', 'Post'],
    errors: { NOT_FOUND: 'It does not exist, or belongs to somebody else.' },
  }),

  'POST /comment/': mutation('addComment', createdAt('comment'), {
    about: 'Comments on a post.',
    body: { post_id: postId, comment: filledText('comment', { about: `At most ${longest('text')}.` }) },
    of: ofPost,
    errors: {
      UNPROVEN: unproven,
      NOT_FOUND: unseenPost,
      BLOCKED: "The current user has blocked the post's author.",
      INVALID: 'A field is missing, empty or too long.',
    },
  }),

  'GET /comment/[comment_id]/': one('node', comment, 'comment_id', { about: 'One comment.' }),

  'GET /comment/': list('Comments', 'comments', comment, {
    about: 'The comments of a post, oldest first.',
    query: { post_id: postId },
    paging: wholeLists,
    inParts: true,
    of: ofPost,
    errors: { NOT_FOUND: unseenPost, INVALID: '`post_id` is missing.' },
  }),

  'DELETE /comment/[comment_id]/': mutation('deleteComment', deleted, {
    about: "Deletes one's own comment, or any comment on one's own post.",
    path: ['comment_id', 'Comment'],
    errors: { NOT_FOUND: 'It does not exist, or the current user may not delete it.' },
  }),

  'POST /like/toggle/': mutation(
    'toggleLike',
    fields({
      liked: boolean('liked', { about: 'Whether the current user likes it after the change.' }),
      like_count: integer('likeCount'),
    }),
    {
      about: 'Likes a post or a comment, or withdraws the like.',
      body: {
        object_type: {
          becomes: 'id: ID!',
          described: { type: 'text', required: true, values: Object.keys(likeables) },
          read: (args, name) => globalId(args.requiredWord(name, likeables), args.id('object_id')),
        },
        object_id: readBeside({ type: 'integer', required: true }),
      },
      errors: {
        NOT_FOUND: 'The object does not exist, or the current user may not see it.',
        BLOCKED: 'The current user has blocked its author.',
        INVALID: 'A field is missing or not valid.',
      },
    },
  ),
};
