import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import { channel } from './channels.ts';
import type { LogEvent } from './event-log.ts';
import { rulesFor } from './interests/index.ts';

const toWakeThem = { all: 'finds channels to announce on: nothing is shown on them' };
const participantsOf = statement.read<{ conversationId: number; userId: number }>(
  'live_announced_participants',
  'select conversation_id as "conversationId", user_id as "userId" from conversation_member where conversation_id = any($1::bigint[])',
  toWakeThem,
);
const featuredAmong = statement.read<{ id: number }>(
  'live_announced_featured',
  'select id from users where id = any($1::bigint[]) and is_featured',
  toWakeThem,
);

/** The channels on which events are announced, each with the newest position among them. */
export async function announcedChannels(queries: Queries, events: readonly LogEvent[]): Promise<Map<string, number>> {
  const channels = new Map<string, number>();
  const conversations = new Map<number, number>();
  const authors = new Map<number, number>();
  for (const event of events) {
    const { seq, kind, conversationId, userId } = event;
    for (const { announced } of rulesFor(kind))
      for (const name of announced[kind]?.(event) ?? []) channels.set(name, seq);
    if (conversationId !== null) conversations.set(conversationId, seq);
    if (kind === 'post' && userId !== null) authors.set(userId, seq);
  }
  const [participants, featured] = await Promise.all([
    conversations.size > 0 ? queries.all(participantsOf, [[...conversations.keys()]]) : [],
    authors.size > 0 ? queries.all(featuredAmong, [[...authors.keys()]]) : [],
  ]);
  const later = (name: string, seq: number | undefined) =>
    channels.set(name, Math.max(channels.get(name) ?? 0, seq ?? 0));
  for (const { conversationId, userId } of participants)
    later(channel('user', userId), conversations.get(conversationId));
  for (const { id } of featured) later(channel('featured'), authors.get(id));
  return channels;
}
