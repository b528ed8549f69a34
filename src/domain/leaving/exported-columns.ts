import type { EntityClass } from '@mikro-orm/core';
import { columnsOf, selectedTexts } from '../../platform/database/columns.ts';
import type { ColumnName } from '../../platform/database/columns.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Sql } from '../../platform/database/sql.ts';
import { SocialAccount } from '../accounts/social-account.entity.ts';
import { Conversation } from '../conversations/conversation.entity.ts';
import { ConversationMember } from '../conversations/conversation-member.entity.ts';
import { Message } from '../conversations/message.entity.ts';
import { EventParticipant } from '../events/event-participant.entity.ts';
import { EventSponsor } from '../events/event-sponsor.entity.ts';
import { Comment } from '../feed/comment.entity.ts';
import { Post } from '../feed/post.entity.ts';
import { Block } from '../friendships/block.entity.ts';
import { Friendship } from '../friendships/friendship.entity.ts';
import { Invitation } from '../friendships/invitation.entity.ts';
import { Notification } from '../notifications/notification.entity.ts';
import { Mute } from '../people/mute.entity.ts';
import { Picture } from '../pictures/picture.entity.ts';
import { Route } from '../routes/route.entity.ts';
import { Workout } from '../workouts/workout.entity.ts';

/**
 * The SQL of all columns of an entity as archives have them, so that one that is added later is among them.
 * @param without those that are left out, with the reason
 * @param first those that come first, in the order in which archives have always had them
 * @param values SQL of what is shown in the place of a column
 */
function shown<Entity extends object>(
  entity: EntityClass<Entity>,
  alias: string,
  without: Readonly<Partial<Record<ColumnName<Entity>, string>>>,
  first: readonly ColumnName<Entity>[] = [],
  values: Readonly<Record<string, string>> = {},
): Sql {
  const names = new Set([...first, ...columnsOf(entity).filter((name) => !(name in without))]);
  const sqlOf = (name: ColumnName<Entity>) =>
    name in values ? `${values[name]} as "${name}"` : selectedTexts(entity, alias, [name]);
  const [begin = '', ...others] = [...names].map(sqlOf);
  return others.reduce<Sql>((all, column) => sql`${all}, ${column}`, sql`${begin}`);
}

/** Columns that are left out for a reason. */
export const left = <Name extends string>(reason: string, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, reason])) as Record<Name, string>;

const own = 'it is the owner of the archive';
const named = 'it is shown under another name, or in another place';
const made = 'it is made of other columns, or of what the archive has as files';
const hidden = 'it only tells what staff have hidden';
const inner = 'it only serves the service';
const likes = { ...left(named, 'likeCount', 'likers'), withheld: 'it tells who is suspended' };

/** The columns of a workout and of a route that are not in `workouts.json` and `routes.json`. */
export const workoutLeftOut = {
  userId: own,
  ...left(made, 'pointsHash', 'polyline'),
  ...left(inner, 'startSlot', 'hiddenPrivacy'),
};
export const routeLeftOut = {
  ownerId: own,
  ...left(made, 'ownPrivacy', 'source', 'startLat', 'startLng'),
  hiddenPrivacy: hidden,
};

const position =
  '(select count(*)::int from picture o where o.post_id = i.post_id and (o.position, o.id) < (i.position, i.id))';

const pictureOrder = ['id', 'postId', 'position', 'width', 'height', 'format'] as const;

/** What the lists of an archive show of the rows of a table, with the alias that their statements give it. */
export const columns = {
  workout: shown(Workout, 'w', { id: named, ...workoutLeftOut }),
  post: shown(Post, 'p', { authorId: own, spot: made, cell: made, hiddenPrivacy: hidden, ...likes }),
  comment: shown(Comment, 'c', { userId: own, ...likes }),
  friendship: shown(Friendship, 'f', { id: named, user1Id: named, user2Id: named }),
  block: shown(Block, 'b', { userId: own, blockedId: named }),
  mute: shown(Mute, 't', { userId: own, mutedId: named }),
  invitation: shown(Invitation, 'i', { inviterId: own, mailedDate: inner }),
  route: shown(Route, 'r', routeLeftOut),
  participant: shown(EventParticipant, 't', left(named, 'id', 'eventId', 'userId', 'description', 'userGoalInMiles')),
  sponsor: shown(EventSponsor, 's', { userId: own, postId: 'it is a post of the participant' }),
  notification: shown(Notification, 'n', { userId: own }),
  picture: shown(Picture, 'i', { keyId: inner, digest: made }, pictureOrder, { position }),
  socialAccount: shown(SocialAccount, 'a', { userId: own }),
  conversation: shown(Conversation, 'c', { ...left(named, 'startedById', 'pastUsersInvolved'), lastMessageId: inner }, [
    'id',
    'createdDate',
  ]),
  member: shown(ConversationMember, 's', {
    ...left(inner, 'readUpTo', 'unread', 'lastMessageId', 'requested'),
    ...left(named, 'conversationId', 'userId'),
  }),
  message: shown(Message, 'm', {
    ...left(named, 'id', 'userId', 'conversationId', 'userDeletedName'),
    ...left('it tells who has blocked its sender, or what staff have hidden', 'isHidden', 'undeliveredUsers'),
  }),
} as const;
