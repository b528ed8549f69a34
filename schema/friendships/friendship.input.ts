import { ArgsType, Field, ID, InputType } from 'type-graphql';
import type { FriendshipStatus as StatusWord } from '../../src/domain/friendships/friendship.queries.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { FriendshipStatus } from '../enums.ts';

@ArgsType()
export class FriendshipArgs {
  @Field(() => ID, { description: 'Id of the friendship.' })
  id!: string;
}

@ArgsType()
export class FriendshipsArgs extends TwoWayPage {
  @Field(() => ID, { nullable: true, description: 'The user; you by default.' })
  userId?: string | null;
  @Field(() => FriendshipStatus, {
    nullable: true,
    description:
      'Only friendships with this status; all that you may see by default. PENDING is accepted for your own friendships only.',
  })
  status?: StatusWord | null;
}

@ArgsType()
export class FriendshipWithArgs {
  @Field(() => ID, { description: 'Id of one of the two users.' })
  userId!: string;
  @Field(() => ID, { nullable: true, description: 'Id of the other user; you by default.' })
  ofId?: string | null;
  @Field(() => FriendshipStatus, {
    defaultValue: 'Accepted',
    description: 'The status that it must have. PENDING is accepted for your own friendships only.',
  })
  status!: StatusWord;
}

@InputType({ description: 'The user to send a friend request to.' })
export class RequestFriendshipInput {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
}

@InputType({ description: 'The request to accept.' })
export class AcceptFriendshipInput {
  @Field(() => ID, { description: 'Id of the friendship.' })
  id!: string;
}

@InputType({ description: 'The friendship to end, or the request to decline or withdraw.' })
export class EndFriendshipInput {
  @Field(() => ID, { description: 'Id of the friendship.' })
  id!: string;
}

@InputType({ description: 'The person to invite.' })
export class InviteInput {
  @Field(() => String, { description: 'E-mail address.' })
  email!: string;
  @Field(() => String, { nullable: true, description: "The person's name, for the mail." })
  name?: string | null;
}

@InputType({ description: 'The invitation to withdraw.' })
export class WithdrawInvitationInput {
  @Field(() => String, { description: 'The e-mail address that was invited.' })
  email!: string;
}
