import { Field, ID, ObjectType } from 'type-graphql';
import { User } from '../people/user.type.ts';
import { ViewerPayload } from '../people/viewer.payloads.ts';
import { Friendship } from './friendship.type.ts';
import { Invitation } from './invitation.type.ts';
import type { Ref } from '../rows.ts';

@ObjectType({ description: 'Result of `requestFriendship` and `acceptFriendship`.', simpleResolvers: true })
export class FriendshipPayload extends ViewerPayload {
  @Field(() => Friendship, { description: 'The friendship after the change.' })
  friendship!: Ref<'Friendship'>;
}

@ObjectType({ description: 'Result of `endFriendship`.', simpleResolvers: true })
export class EndFriendshipPayload extends ViewerPayload {
  @Field(() => ID, { description: 'Id of the ended friendship.' })
  deletedId!: string;
  @Field(() => User, { description: 'The other user, whose `friendship` with you is null now.' })
  otherUser!: Ref<'User'>;
}

@ObjectType({
  description: 'Result of `invite`. It does not reveal whether the address has an account.',
  simpleResolvers: true,
})
export class InvitePayload {
  @Field(() => Boolean, { description: 'Always true.' })
  done!: boolean;
}

@ObjectType({ description: 'Result of `withdrawInvitation`.', simpleResolvers: true })
export class WithdrawInvitationPayload {
  @Field(() => Invitation, { description: 'The invitation that was withdrawn.' })
  invitation!: Invitation;
}
