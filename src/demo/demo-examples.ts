import { isPublic } from '../domain/rules/visibility.ts';
import type { Database } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { DemoAccount } from './demo-account.ts';

/** Ids of the demo data with which the examples of the playground begin. Null for what has been deleted meanwhile. */
export type DemoExamples = {
  /** The newest posts of the demo account with each privacy. */
  publicPost: number | null;
  friendsPost: number | null;
  privatePost: number | null;
  /** Its newest workout. */
  workout: number | null;
  /** The newest post of the friend that the stranger may see, a comment on a post of the demo account, and a picture. */
  friendsNews: number | null;
  comment: number | null;
  picture: number | null;
  conversation: number | null;
  message: number | null;
  friendship: number | null;
  /** A friend request that the demo account has not answered. */
  request: number | null;
  route: number | null;
  event: number | null;
  participant: number | null;
};

const ownPost = (privacy: string) =>
  `(select id from post where author_id = $1 and privacy = '${privacy}' and workout_id is not null order by id desc limit 1)`;

/** `$1` is the demo account, and `$2` its friend. */
const examples = statement.read<DemoExamples>(
  'demo_examples',
  `select ${ownPost('public')} as "publicPost", ${ownPost('friends')} as "friendsPost",
     ${ownPost('private')} as "privatePost",
     (select id from workout where user_id = $1 order by id desc limit 1) as workout,
     (select p.id from post p where p.author_id = $2 and ${isPublic('p')} order by p.id desc limit 1) as "friendsNews",
     (select c.id from comment c join post p on p.id = c.post_id where p.author_id = $1 order by c.id desc limit 1) as comment,
     (select i.id from picture i join post p on p.id = i.post_id where p.author_id = $2 order by i.id limit 1) as picture,
     (select conversation_id from conversation_member where user_id = $1 order by conversation_id limit 1) as conversation,
     (select c.last_message_id from conversation c join conversation_member s on s.conversation_id = c.id
      where s.user_id = $1 order by c.id limit 1) as message,
     (select id from friendship where $1 in (user1_id, user2_id) and $2 in (user1_id, user2_id)) as friendship,
     (select id from friendship where user2_id = $1 and accepted_date is null order by id limit 1) as request,
     (select r.id from route r where ${isPublic('r')} order by r.id limit 1) as route,
     (select id from event order by id limit 1) as event,
     (select id from event_participant where user_id = $1 order by id limit 1) as participant`,
  { all: 'ids of the demo data, for the playground of the demo data' },
);

/** Reads the ids of the examples, as they are now. */
export async function demoExamples(database: Database, { userId, people }: DemoAccount): Promise<DemoExamples> {
  const friend = people.find(({ role }) => role === 'friend')?.userId ?? 0;
  const found = await database.one(examples, [userId, friend]);
  if (!found) throw new Error('the statement always has a row');
  return found;
}
