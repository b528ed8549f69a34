import { globalId } from '../../schema/global-id.ts';
import { created, noContent, notFound, ok, row } from '../endpoint.ts';
import { graphql } from '../graphql.ts';
import { wholeEnvelope, wholePage } from '../paging.ts';
import { uri } from '../uris.ts';
import { commentFields, wireComment } from '../wire/comment.ts';
import { likeables } from '../words.ts';

export const comments = {
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
    unchanged: ({ args }) => ({ input: { postId: globalId('Post', args.id('post_id')), comment: '' } }),
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
      [commentFields],
    ),
    variables: ({ path }) => ({ id: globalId('Comment', path['comment_id'] ?? 0) }),
    reply: ({ node }) => (node && 'submitDate' in node ? ok(wireComment(node)) : notFound()),
  }),

  'GET /comment/': row({
    document: graphql(
      `
        query Comments($postId: ID!, $first: Int, $last: Int, $offset: Int!) {
          comments(postId: $postId, first: $first, last: $last, offset: $offset) {
            totalCount
            nodes {
              ...commentFields
            }
          }
        }
      `,
      [commentFields],
    ),
    variables: ({ args }) => ({ postId: globalId('Post', args.id('post_id')), ...wholePage(args) }),
    reply: ({ comments }, request) =>
      comments ? ok(wholeEnvelope(request, comments.totalCount, comments.nodes.map(wireComment))) : notFound(),
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
