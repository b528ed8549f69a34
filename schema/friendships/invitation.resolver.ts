import { Arg, Args, Ctx, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import {
  countSentInvitations,
  listSentInvitations,
  withdrawInvitation,
} from '../../src/domain/friendships/sent-invitations.ts';
import { newestFirst } from '../pagination/orders.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { WithdrawInvitationInput } from './friendship.input.ts';
import { Invitation, InvitationConnection } from './invitation.type.ts';
import { RootField } from '../root-field.ts';
import { outputFields } from '../fields.ts';

@ObjectType({ description: 'Result of `withdrawInvitation`.' })
class WithdrawInvitationPayload extends outputFields({
  invitation: [() => Invitation, 'The invitation that was withdrawn.'],
}) {}

@Resolver()
export class InvitationResolver {
  @Query(() => InvitationConnection, {
    nullable: true,
    description:
      'The invitations that you have sent to people without an account, with the newest first. Invited people with an account have received a friend request instead.',
  })
  @RootField({ scope: 'FRIENDSHIPS_READ' })
  sentInvitations(@Args() page: TwoWayPage, @Ctx() context: Context): Promise<InvitationConnection> {
    return newestFirst(
      page,
      (request) => listSentInvitations(context, request),
      () => countSentInvitations(context),
    );
  }

  @Mutation(() => WithdrawInvitationPayload, {
    nullable: true,
    description: 'Withdraws an invitation that you have sent. Its link no longer works.',
  })
  @RootField({ scope: 'FRIENDSHIPS_WRITE', codes: ['NOT_FOUND'] })
  async withdrawInvitation(
    @Arg('input', () => WithdrawInvitationInput) { email }: WithdrawInvitationInput,
    @Ctx() context: Context,
  ): Promise<WithdrawInvitationPayload> {
    return { invitation: await withdrawInvitation(context, email) };
  }
}
