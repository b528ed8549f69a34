import { expect } from '@jest/globals';
import { as } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Answer, Mapping } from '../support/client.ts';

/** A conversation as REST shows it. */
export interface WireConversation extends Mapping {
  id: number;
  has_unread_messages: boolean;
  archived: boolean;
  hidden: boolean;
  last_message: WireMessage;
  recipients: { id: number }[];
  started_by: { id: number } | null;
  past_users_involved: string[];
}

export interface WireMessage extends Mapping {
  id: number;
  message: string;
  user: string | null;
  user_deleted_name: string;
}

export interface List<Item> {
  meta: Mapping;
  objects: Item[];
}

/** The id in the `Location` of a 201. */
export function idIn(answer: Answer): number {
  expect(answer).toMatchObject({ status: 201, text: '' });
  return Number(/^http:\/\/.+\/api\/v1\/\w+\/(\d+)\/$/.exec(answer.headers.location ?? '')?.[1]);
}

/** Starts a conversation. */
export async function start(from: Person, to: Person[], message = 'Hello'): Promise<number> {
  return idIn(await as(from).post('/conversation/', { message, recipients: to.map(({ id }) => id) }));
}

/** Writes a message. */
export async function say(from: Person, conversation_id: number, message: string): Promise<number> {
  return idIn(await as(from).post('/message/', { conversation_id, message }));
}

export async function conversationOf(person: Person, id: number): Promise<WireConversation> {
  const answer = await as(person).get(`/conversation/${id}/`);
  expect(answer.status).toBe(200);
  return answer.json<WireConversation>();
}

/** All messages of a conversation as the person sees them. */
export async function messagesOf(person: Person, id: number): Promise<WireMessage[]> {
  const answer = await as(person).get(`/message/?conversation=${id}&limit=0`);
  expect(answer.status).toBe(200);
  return answer.json<List<WireMessage>>().objects;
}

/** Ids of a person's inbox or archive, in order. */
export async function idsIn(person: Person, place: 'inbox' | 'archive'): Promise<number[]> {
  const answer = await as(person).get(`/conversation/${place}/?limit=0`);
  return answer.json<List<WireConversation>>().objects.map(({ id }) => id);
}

export async function unread(person: Person): Promise<number> {
  return (await as(person).get('/me/')).json<{ unread_messages: number }>().unread_messages;
}

/** People as conversations list them: by id. */
export function inOrder(...people: Person[]): Person[] {
  return people.sort((one, other) => one.id - other.id);
}

/** Ids of who is in a conversation, as the person sees it. */
export async function recipientsOf(person: Person, id: number): Promise<number[]> {
  return (await conversationOf(person, id)).recipients.map((user) => user.id);
}

/** Ids of people as conversations list them. */
export function idsOf(...people: Person[]): number[] {
  return inOrder(...people).map(({ id }) => id);
}
