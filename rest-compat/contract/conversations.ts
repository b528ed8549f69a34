import type { conversations as rows, messages } from '../endpoints/conversations.ts';
import { paging, wholePaging, unproven } from './description.ts';
import type { Descriptions, Parameters } from './description.ts';
import { longest } from '../../schema/lengths.ts';

const notIn = 'There is no such conversation in which the current user takes part.';
const pages: Parameters = {
  ...paging,
  limit: { type: 'integer', default: '20', about: '0, and any value above 100, means 100.' },
};

/** The descriptions of the rows of conversations and messages. */
export const conversations: Descriptions<typeof rows & typeof messages> = {
  'GET /conversation/inbox/': {
    about: "The current user's inbox, by last activity. `recipients` contains at most 100 people of each conversation.",
    query: pages,
    answers: [{ status: 200, body: { list: 'Conversation' } }],
    errors: { INVALID: 'A parameter is not valid.' },
  },
  'GET /conversation/archive/': {
    about: "The current user's archive, in the same form.",
    query: pages,
    answers: [{ status: 200, body: { list: 'Conversation' } }],
    errors: { INVALID: 'A parameter is not valid.' },
  },
  'GET /conversation/[id]/': {
    about: 'One conversation, with all participants.',
    answers: [{ status: 200, body: { record: 'Conversation' } }],
    errors: { NOT_FOUND: notIn },
  },
  'POST /conversation/[ID]/read/': {
    about: 'Marks a conversation as read. No other request does so.',
    body: {
      last_message_id: { type: 'integer', required: true, about: 'The newest message that the client has shown.' },
    },
    answers: [{ status: 200, body: 'empty' }],
    errors: {
      NEWER_MESSAGES: 'There are newer messages: fetch them and try again.',
      NOT_FOUND: notIn,
      INVALID: '`last_message_id` is missing, or does not name a message of the conversation.',
    },
  },
  'POST /conversation/': {
    about: 'Starts a conversation with its first message. Each request starts a new one, also with the same people.',
    body: {
      message: { type: 'text', required: true, about: `At most ${longest('text')}.` },
      recipients: { type: { list: 'integer' }, required: true, about: 'Ids of users, at most 100.' },
    },
    answers: [{ status: 201, body: 'empty', location: 'the conversation' }],
    errors: {
      UNPROVEN: unproven,
      BLOCKED: 'A block separates the current user from a recipient.',
      INVALID: 'A field is missing, there is no recipient besides the current user, or a user does not exist.',
    },
  },
  'PATCH /conversation/[id]/archive/': {
    about: 'Moves a conversation from the inbox to the archive.',
    answers: [{ status: 204, body: 'empty' }],
    errors: { NOT_FOUND: notIn },
  },
  'PATCH /conversation/[id]/hide/': {
    about: 'Removes a conversation from inbox, archive and search.',
    answers: [{ status: 204, body: 'empty' }],
    errors: { NOT_FOUND: notIn },
  },
  'GET /message/?conversation=[ID]': {
    about: 'The messages of a conversation, oldest first. Fetching them marks nothing as read.',
    query: { conversation: { type: 'integer', required: true }, ...wholePaging },
    answers: [{ status: 200, body: { list: 'Message' } }],
    errors: { NOT_FOUND: notIn, INVALID: '`conversation` is missing.' },
  },
  'GET /message/[message_id]/': {
    about: 'One message.',
    answers: [{ status: 200, body: { record: 'Message' } }],
    errors: { NOT_FOUND: 'It does not exist, or the current user does not take part in its conversation.' },
  },
  'POST /message/': {
    about: 'Writes a message in a conversation.',
    body: {
      conversation_id: { type: 'integer', required: true },
      message: { type: 'text', required: true, about: `At most ${longest('text')}.` },
    },
    answers: [{ status: 201, body: 'empty', location: 'the message' }],
    errors: {
      NOT_FOUND: notIn,
      BLOCKED: 'Blocks separate the current user from all other participants.',
      INVALID: 'A field is missing, empty or too long.',
    },
  },
};
