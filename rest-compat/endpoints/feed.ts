import { defaultPage, pageCaps } from '../../schema/pagination/page-sizes.ts';
import { globalId } from '../../schema/global-id.ts';
import { postCursor } from '../../schema/feed/post-cursor.ts';
import { created, noContent, notFound, ok, row } from '../endpoint.ts';
import type { RestRequest } from '../endpoint.ts';
import { earlierThanOf, laterThanOf, newer, older, sameFeed, userIdOf } from '../feed-links.ts';
import { graphql } from '../graphql.ts';
import { listPart } from '../list-parts.ts';
import { link, pageLimit, wholeEnvelope, wholePage, wholeRange } from '../paging.ts';
import { uri } from '../uris.ts';
import { feedTypes, likeables, wordsOf } from '../enum-values.ts';
import { comment as commentRecord, post as postRecord } from '../records/feed.ts';

const cursor = (id: number | null | undefined) => (id == null ? null : postCursor(id));

const wordOfFeed = wordsOf(feedTypes);

/** The limits of the post list (decisions W10). */
const feedLimit = (request: RestRequest) => pageLimit(request.args, defaultPage, pageCaps.feed);

/** The rows of posts, comments and likes. */
export const feed = {
  'GET /post/[id]/': row({
    document: graphql(
      `
        query OnePost($id: ID!) {
          post(id: $id) {
            ...postFields
          }
        }
      `,
      [postRecord.fragment],
    ),
    variables: ({ path }) => ({ id: globalId('Post', path['id'] ?? 0) }),
    reply: ({ post }) => (post ? ok(postRecord.write(post)) : notFound()),
  }),

  'GET /post/': row({
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
      [postRecord.fragment],
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
        objects: nodes.map(postRecord.write),
      });
    },
  }),

  'DELETE /post/[post_id]/': row({
    document: graphql(`
      mutation DeletePost($input: DeletePostInput!) {
        deletePost(input: $input) {
          deletedId
        }
      }
    `),
    variables: ({ path }) => ({ input: { id: globalId('Post', path['post_id'] ?? 0) } }),
    reply: noContent,
  }),

  'POST /comment/': row({
    document: graphql(`
      mutation AddComment($input: AddCommentInput!) {
        addComment(input: $input) {
          comment {
            databaseId
          }
        }
      }
    `),
    variables: ({ args }) => ({
      input: { postId: globalId('Post', args.id('post_id')), comment: args.filledText('comment') },
    }),
    of: ({ args }) => ['Post', args.id('post_id')],
    reply: ({ addComment: { comment } }) => created(uri('comment', comment.databaseId)),
  }),

  'GET /comment/[comment_id]/': row({
    document: graphql(
      `
        query OneComment($id: ID!) {
          node(id: $id) {
            ... on Comment {
              ...commentFields
            }
          }
        }
      `,
      [commentRecord.fragment],
    ),
    variables: ({ path }) => ({ id: globalId('Comment', path['comment_id'] ?? 0) }),
    reply: ({ node }) => (node && 'submitDate' in node ? ok(commentRecord.write(node)) : notFound()),
  }),

  'GET /comment/': row({
    document: graphql(
      `
        query Comments($postId: ID!, $first: Int, $last: Int, $offset: Int!, $after: String) {
          comments(postId: $postId, first: $first, last: $last, offset: $offset, after: $after) {
            totalCount
            nodes {
              ...commentFields
            }
          }
        }
      `,
      [commentRecord.fragment],
    ),
    variables: ({ args }) => ({ postId: globalId('Post', args.id('post_id')), ...wholePage(args) }),
    of: ({ args }) => ['Post', args.id('post_id')],
    reply: ({ comments }, request) =>
      comments ? ok(wholeEnvelope(request, comments.totalCount, comments.nodes.map(commentRecord.write))) : notFound(),
    parts: {
      read: ({ comments }) =>
        comments && listPart(comments.nodes.map(commentRecord.write), comments.nodes, comments.totalCount),
      range: wholeRange,
      whole: wholeEnvelope,
    },
  }),

  'DELETE /comment/[comment_id]/': row({
    document: graphql(`
      mutation DeleteComment($input: DeleteCommentInput!) {
        deleteComment(input: $input) {
          deletedId
        }
      }
    `),
    variables: ({ path }) => ({ input: { id: globalId('Comment', path['comment_id'] ?? 0) } }),
    reply: noContent,
  }),

  'POST /like/toggle/': row({
    document: graphql(`
      mutation ToggleLike($input: ToggleLikeInput!) {
        toggleLike(input: $input) {
          liked
          likeCount
        }
      }
    `),
    variables: ({ args }) => ({
      input: { id: globalId(args.requiredWord('object_type', likeables), args.id('object_id')) },
    }),
    reply: ({ toggleLike: { liked, likeCount } }) => ok({ liked, like_count: likeCount }),
  }),
};
