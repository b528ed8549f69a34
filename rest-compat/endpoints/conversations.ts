import { pageCaps } from '../../schema/pagination/page-sizes.ts';
import { globalId } from '../../schema/global-id.ts';
import { longest } from '../../schema/lengths.ts';
import { unproven } from '../contract/description.ts';
import { hierarchical, notFound, ok, row } from '../endpoint.ts';
import { graphql } from '../graphql.ts';
import { listPart } from '../list-parts.ts';
import { changed, createdAt } from '../outcomes.ts';
import { pages, wholeLists } from '../paging.ts';
import { filledText, idOf, idsOf } from '../parameters.ts';
import { conversation, message } from '../records/conversations.ts';
import { listSources } from '../records/sources.ts';
import { list, mutation, one } from '../rows.ts';

const notIn = { NOT_FOUND: 'There is no such conversation in which the current user takes part.' };
const text = filledText('message', { about: `At most ${longest('text')}.` });

/** A page of the current user's conversations, of at most a hundred, because each shows its participants. */
const conversationsIn = (placement: 'INBOX' | 'ARCHIVED', about: string) =>
  list('Conversations', 'conversations', conversation, {
    about,
    given: { 'placement: ConversationPlacement!': placement },
    always: 'withEmpty: true',
    paging: pages(pageCaps.conversations),
    errors: { INVALID: 'A parameter is not valid.' },
  });

/** The rows of conversations and messages. */
export const conversations = {
  'GET /conversation/inbox/': conversationsIn(
    'INBOX',
    "The current user's inbox, by last activity. `recipients` contains at most 100 people of each conversation.",
  ),
  'GET /conversation/archive/': conversationsIn('ARCHIVED', "The current user's archive, in the same form."),

  'GET /conversation/[id]/': one('conversation', conversation, 'id', {
    about: 'One conversation, with all participants.',
    errors: notIn,
  }),

  'POST /conversation/[ID]/read/': mutation('markConversationRead', changed('conversation', 200), {
    about: 'Marks a conversation as read. No other request does so.',
    path: ['ID', 'Conversation'],
    body: {
      last_message_id: idOf('Message')('lastMessageId', { about: 'The newest message that the client has shown.' }),
    },
    of: ({ path }) => ['Conversation', path['ID']],
    errors: {
      NEWER_MESSAGES: 'There are newer messages: fetch them and try again.',
      ...notIn,
      INVALID: '`last_message_id` is missing, or does not name a message of the conversation.',
    },
  }),

  'POST /conversation/': mutation('startConversation', createdAt('conversation'), {
    about: 'Starts a conversation with its first message. Each request starts a new one, also with the same people.',
    takes: hierarchical,
    body: { message: text, recipients: idsOf('User')('recipientIds', { about: 'Ids of users, at most 100.' }) },
    errors: {
      UNPROVEN: unproven,
      BLOCKED: 'A block separates the current user from a recipient.',
      INVALID: 'A field is missing, there is no recipient besides the current user, or a user does not exist.',
    },
  }),

  'PATCH /conversation/[id]/archive/': mutation('archiveConversation', changed('conversation', 204), {
    about: 'Moves a conversation from the inbox to the archive.',
    input: 'MoveConversationInput',
    path: ['id', 'Conversation'],
    errors: notIn,
  }),

  'PATCH /conversation/[id]/hide/': mutation('hideConversation', changed('conversation', 204), {
    about: 'Removes a conversation from inbox, archive and search.',
    input: 'MoveConversationInput',
    path: ['id', 'Conversation'],
    errors: notIn,
  }),

  'GET /message/?conversation=[ID]': row({
    about: 'The messages of a conversation, oldest first. Fetching them marks nothing as read.',
    query: { conversation: { type: 'integer', required: true }, ...wholeLists.described },
    answers: [{ status: 200, body: { list: 'Message' } }],
    errors: { ...notIn, INVALID: '`conversation` is missing.' },
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
      [message.fragment],
    ),
    variables: ({ args }) => ({
      id: globalId('Conversation', args.id('conversation')),
      ...wholeLists.read(args),
    }),
    of: ({ args }) => ['Conversation', args.id('conversation')],
    reply: ({ conversation: found }, request) => {
      if (!found) return notFound();
      const { totalCount, nodes } = found.messages;
      return ok(wholeLists.envelope(request, totalCount, nodes.map(message.write)));
    },
    sources: () => listSources(message.columns, 'conversation.messages'),
    parts: {
      read: ({ conversation: found }) => {
        if (!found) return null;
        const { totalCount, nodes } = found.messages;
        return listPart(nodes.map(message.write), nodes, totalCount);
      },
      range: wholeLists.range,
      whole: wholeLists.envelope,
    },
  }),

  'GET /message/[message_id]/': one('node', message, 'message_id', {
    about: 'One message.',
    errors: { NOT_FOUND: 'It does not exist, or the current user does not take part in its conversation.' },
  }),

  'POST /message/': mutation('sendMessage', createdAt('message'), {
    about: 'Writes a message in a conversation.',
    body: { conversation_id: idOf('Conversation')('conversationId'), message: text },
    of: ({ args }) => ['Conversation', args.id('conversation_id')],
    errors: {
      ...notIn,
      BLOCKED: 'Blocks separate the current user from all other participants.',
      INVALID: 'A field is missing, empty or too long.',
    },
  }),
};
