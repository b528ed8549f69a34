import { ArgsType, InputType } from 'type-graphql';
import { TwoWayPage } from '../pagination/page.input.ts';
import { inputFields } from '../fields.ts';

@ArgsType()
export class FriendshipArgs extends inputFields({ id: ['ID!', 'Id of the friendship.'] }) {}

@ArgsType()
export class FriendshipsArgs extends inputFields(TwoWayPage, {
  userId: ['ID', 'The user; you by default.'],
  status: [
    'FriendshipStatus',
    'Only friendships with this status; all that you may see by default. PENDING is accepted for your own friendships only.',
  ],
}) {}

@ArgsType()
export class FriendshipWithArgs extends inputFields({
  userId: ['ID!', 'Id of one of the two users.'],
  ofId: ['ID', 'Id of the other user; you by default.'],
  status: [
    'FriendshipStatus!',
    'The status that it must have. PENDING is accepted for your own friendships only.',
    'Accepted',
  ],
}) {}

@InputType({ description: 'The user to send a friend request to.' })
export class RequestFriendshipInput extends inputFields({ userId: ['ID!', 'Id of the user.'] }) {}

@InputType({ description: 'The request to accept.' })
export class AcceptFriendshipInput extends inputFields({ id: ['ID!', 'Id of the friendship.'] }) {}

@InputType({ description: 'The friendship to end, or the request to decline or withdraw.' })
export class EndFriendshipInput extends inputFields({ id: ['ID!', 'Id of the friendship.'] }) {}

@InputType({ description: 'The person to invite.' })
export class InviteInput extends inputFields({
  email: ['String!', 'E-mail address.'],
  name: ['String', "The person's name, for the mail."],
}) {}

@InputType({ description: 'The invitation to withdraw.' })
export class WithdrawInvitationInput extends inputFields({
  email: ['String!', 'The e-mail address that was invited.'],
}) {}
