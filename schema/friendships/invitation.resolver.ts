import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import {
  countSentInvitations,
  listSentInvitations,
  withdrawInvitation,
} from '../../src/domain/friendships/sent-invitations.ts';
import { newestFirst } from '../pagination/orders.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { Invitation, InvitationConnection } from './invitation.type.ts';
import { RootField } from '../root-field.ts';
import { input, mutation } from '../mutation.ts';

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
}

export const invitationMutations = [
  mutation('withdrawInvitation', {
    about: 'Withdraws an invitation that you have sent. Its link no longer works.',
    scope: 'FRIENDSHIPS_WRITE',
    codes: ['NOT_FOUND'],
    input: input('The invitation to withdraw.', {
      email: ['String!', 'The e-mail address that was invited.'],
    }),
    payload: {
      invitation: [() => Invitation, 'The invitation that was withdrawn.'],
    },
    run: async (context, { email }) => ({ invitation: await withdrawInvitation(context, email) }),
  }),
];
