import { defaultPage, pageCaps } from '../../schema/pagination/page-sizes.ts';
import { globalId } from '../../schema/global-id.ts';
import type { Args } from '../args.ts';
import { created, hierarchical, noContent, notFound, ok, row } from '../endpoint.ts';
import type { RestRequest } from '../endpoint.ts';
import { graphql } from '../graphql.ts';
import { listPart } from '../list-parts.ts';
import { listEnvelope, offsetPage, wholeEnvelope, wholePage, wholeRange } from '../paging.ts';
import { uri } from '../uris.ts';
import { conversation as conversationRecord, message as messageRecord } from '../records/conversations.ts';

/** The requested page, of at most a hundred conversations, because each shows its participants. */
const pageOf = (args: Args) => offsetPage(args, defaultPage, pageCaps.conversations);

const pathId = ({ path }: RestRequest) => globalId('Conversation', path['id'] ?? path['ID'] ?? 0);

/** A page of the current user's conversations in the inbox or the archive. */
function conversationsIn(placement: 'INBOX' | 'ARCHIVED') {
  return row({
    document: graphql(
      `
        query Conversations($placement: ConversationPlacement!, $first: Int!, $offset: Int!) {
          conversations(placement: $placement, withRequests: true, first: $first, offset: $offset) {
            totalCount
            nodes {
              ...conversationFields
            }
          }
        }
      `,
      [conversationRecord.fragment],
    ),
    variables: ({ args }) => {
      const { limit, offset } = pageOf(args);
      return { placement, first: limit, offset };
    },
    reply: ({ conversations: { totalCount, nodes } }, request) =>
      ok(listEnvelope(request, pageOf(request.args), totalCount, nodes.map(conversationRecord.write))),
  });
}

export const conversations = {
  'GET /conversation/inbox/': conversationsIn('INBOX'),
  'GET /conversation/archive/': conversationsIn('ARCHIVED'),

  'GET /conversation/[id]/': row({
    document: graphql(
      `
        query OneConversation($id: ID!) {
          conversation(id: $id) {
            ...conversationFields
          }
        }
      `,
      [conversationRecord.fragment],
    ),
    variables: (request) => ({ id: pathId(request) }),
    reply: ({ conversation }) => (conversation ? ok(conversationRecord.write(conversation)) : notFound()),
  }),

  'POST /conversation/[ID]/read/': row({
    document: graphql(`
      mutation MarkConversationRead($input: MarkConversationReadInput!) {
        markConversationRead(input: $input) {
          conversation {
            databaseId
          }
        }
      }
    `),
    variables: (request) => ({
      input: { id: pathId(request), lastMessageId: globalId('Message', request.args.id('last_message_id')) },
    }),
    of: ({ path }) => ['Conversation', path['ID']],
    reply: () => ok(),
  }),

  'POST /conversation/': row({
    takes: hierarchical,
    document: graphql(`
      mutation StartConversation($input: StartConversationInput!) {
        startConversation(input: $input) {
          conversation {
            databaseId
          }
        }
      }
    `),
    variables: ({ args }) => ({
      input: {
        message: args.filledText('message'),
        recipientIds: args.ids('recipients').map((id) => globalId('User', id)),
      },
    }),
    reply: ({ startConversation: { conversation } }) => created(uri('conversation', conversation.databaseId)),
  }),

  'PATCH /conversation/[id]/archive/': row({
    document: graphql(`
      mutation ArchiveConversation($input: MoveConversationInput!) {
        archiveConversation(input: $input) {
          conversation {
            databaseId
          }
        }
      }
    `),
    variables: (request) => ({ input: { id: pathId(request) } }),
    reply: noContent,
  }),

  'PATCH /conversation/[id]/hide/': row({
    document: graphql(`
      mutation HideConversation($input: MoveConversationInput!) {
        hideConversation(input: $input) {
          conversation {
            databaseId
          }
        }
      }
    `),
    variables: (request) => ({ input: { id: pathId(request) } }),
    reply: noContent,
  }),
};

export const messages = {
  'GET /message/?conversation=[ID]': row({
    document: graphql(
      `
        query Messages($id: ID!, $first: Int, $last: Int, $offset: Int!, $after: String) {
          conversation(id: $id) {
            messages(first: $first, last: $last, offset: $offset, after: $after) {
              totalCount
              nodes {
                ...messageFields
              }
            }
          }
        }
      `,
      [messageRecord.fragment],
    ),
    variables: ({ args }) => ({ id: globalId('Conversation', args.id('conversation')), ...wholePage(args) }),
    of: ({ args }) => ['Conversation', args.id('conversation')],
    reply: ({ conversation }, request) => {
      if (!conversation) return notFound();
      const { totalCount, nodes } = conversation.messages;
      return ok(wholeEnvelope(request, totalCount, nodes.map(messageRecord.write)));
    },
    parts: {
      read: ({ conversation }) => {
        if (!conversation) return null;
        const { totalCount, nodes } = conversation.messages;
        return listPart(nodes.map(messageRecord.write), nodes, totalCount);
      },
      range: wholeRange,
      whole: wholeEnvelope,
    },
  }),

  'GET /message/[message_id]/': row({
    document: graphql(
      `
        query OneMessage($id: ID!) {
          node(id: $id) {
            ... on Message {
              ...messageFields
            }
          }
        }
      `,
      [messageRecord.fragment],
    ),
    variables: ({ path }) => ({ id: globalId('Message', path['message_id'] ?? 0) }),
    reply: ({ node }) => (node && 'userDeletedName' in node ? ok(messageRecord.write(node)) : notFound()),
  }),

  'POST /message/': row({
    document: graphql(`
      mutation SendMessage($input: SendMessageInput!) {
        sendMessage(input: $input) {
          message {
            databaseId
          }
        }
      }
    `),
    variables: ({ args }) => ({
      input: {
        conversationId: globalId('Conversation', args.id('conversation_id')),
        message: args.filledText('message'),
      },
    }),
    of: ({ args }) => ['Conversation', args.id('conversation_id')],
    reply: ({ sendMessage: { message } }) => created(uri('message', message.databaseId)),
  }),
};
