import { Field, ID, Int, ObjectType } from 'type-graphql';
import { kindsThat } from '../../src/domain/notifications/kinds.ts';
import { namedActors } from '../../src/domain/notifications/notification.queries.ts';
import { Conversation } from '../conversations/conversation.type.ts';
import { Message } from '../conversations/message.type.ts';
import { NotificationKind } from '../enums.ts';
import { EventParticipant } from '../events/participant.type.ts';
import { EventSponsor } from '../events/sponsor.type.ts';
import { Comment } from '../feed/comment.type.ts';
import { Post } from '../feed/post.type.ts';
import { Friendship } from '../friendships/friendship.type.ts';
import { Node } from '../node.type.ts';
import { connectionType } from '../pagination/connection.ts';
import { User } from '../people/user.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import type { Ref, RowOf } from '../rows.ts';
import { notified, Scope } from '../scope.ts';

const list = (is: Parameters<typeof kindsThat>[0]) => kindsThat(is).map((kind) => kind.toUpperCase());
/** The kinds whose subject a field has, in words. */
const about = (field: string) =>
  list((kind) => kind.about === field)
    .join(', ')
    .replace(/, (?=\w+$)/, ' and ');

const ofOthers = 'Null of other kinds.';

@ObjectType({
  implements: Node,
  description:
    'What people have done that concerns you: all that is of one kind and about one object, such as “Bo and 3 others like your post”. It is the same notification when it happens again, and is unread again then. It disappears with what it is about.',
  simpleResolvers: true,
})
@Scope(...notified)
export class Notification extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'Integer id. The REST interface has no notifications.' })
  declare databaseId: number;
  @Field(() => NotificationKind, { description: 'What it is about.' })
  kind!: string;
  @Field(() => [User], {
    description: `The people who did it, at most ${namedActors}: who did it last comes first.`,
  })
  actors!: Ref<'User'>[];
  @Field(() => Int, { description: 'The number of people who did it, including `actors`.' })
  actorCount!: number;
  @Field(() => DateTime, { description: 'When it happened last.' })
  createdDate!: string;
  @Field(() => Boolean, { description: 'Whether you have marked it as read since it happened last.' })
  isRead!: boolean;
  @Field(() => Friendship, { nullable: true, description: `The friendship of ${about('friendship')}. ${ofOthers}` })
  friendship!: Ref<'Friendship'> | null;
  @Field(() => Post, { nullable: true, description: `The post of ${about('post')}. ${ofOthers}` })
  post!: Ref<'Post'> | null;
  @Field(() => Comment, {
    nullable: true,
    description: `The comment that people like (${about('comment')}), or the newest one (${list(({ newest }) => newest === 'comment').join(', ')}). ${ofOthers}`,
  })
  comment!: Ref<'Comment'> | null;
  @Field(() => Conversation, {
    nullable: true,
    description: `The conversation of ${about('conversation')}. ${ofOthers}`,
  })
  conversation!: Ref<'Conversation'> | null;
  @Field(() => Message, {
    nullable: true,
    description: `The newest message of MESSAGE; among more than 20 people the first one of \`actors\` that is unread. ${ofOthers}`,
  })
  message!: Ref<'Message'> | null;
  @Field(() => EventParticipant, {
    nullable: true,
    description: `Your participation that people sponsor (${about('participant')}). ${ofOthers}`,
  })
  participant!: Ref<'EventParticipant'> | null;
  @Field(() => EventSponsor, { nullable: true, description: `The newest promise of SPONSOR. ${ofOthers}` })
  sponsor!: Ref<'EventSponsor'> | null;
}

@ObjectType({ description: 'A page of your notifications, newest first.', simpleResolvers: true })
export class NotificationConnection extends connectionType<RowOf<'Notification'>>(
  () => Notification,
  'Notification',
  'notifications',
) {
  @Field(() => Int, { description: 'The total number of items.' })
  totalCount!: number | Promise<number>;
}
