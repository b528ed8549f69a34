import { Args, Ctx, Query, Resolver, ArgsType } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { viewerOf } from '../../src/domain/context.ts';
import { acceptFriendship } from '../../src/domain/friendships/accept-friendship.ts';
import { endFriendship } from '../../src/domain/friendships/end-friendship.ts';
import { findFriendship, findFriendshipBetween } from '../../src/domain/friendships/find-friendship.ts';
import { invite } from '../../src/domain/friendships/invite.ts';
import { countFriendships, listFriendships } from '../../src/domain/friendships/list-friendships.ts';
import { requestFriendship } from '../../src/domain/friendships/request-friendship.ts';
import { databaseIdOf } from '../global-id.ts';
import { newestFirst } from '../pagination/orders.ts';
import { withViewer, viewerFields } from '../people/viewer.payloads.ts';
import { Friendship, FriendshipConnection } from './friendship.type.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { inputFields } from '../fields.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { input, mutation, payloadOf } from '../mutation.ts';

@ArgsType()
class FriendshipArgs extends inputFields({ id: ['ID!', 'Id of the friendship.'] }) {}

@ArgsType()
class FriendshipsArgs extends inputFields(TwoWayPage, {
  userId: ['ID', 'The user; you by default.'],
  status: [
    'FriendshipStatus',
    'Only friendships with this status; all that you may see by default. PENDING is accepted for your own friendships only.',
  ],
}) {}

@ArgsType()
class FriendshipWithArgs extends inputFields({
  userId: ['ID!', 'Id of one of the two users.'],
  ofId: ['ID', 'Id of the other user; you by default.'],
  status: [
    'FriendshipStatus!',
    'The status that it must have. PENDING is accepted for your own friendships only.',
    'Accepted',
  ],
}) {}

@Resolver(() => Friendship)
export class FriendshipResolver implements Resolves<Friendship, RowOf<'Friendship'>> {
  @Query(() => Friendship, {
    nullable: true,
    description: 'One friendship. Null when it does not exist or you may not see it.',
  })
  @RootField({ scope: 'FRIENDSHIPS_READ' })
  friendship(@Args() { id }: FriendshipArgs, @Ctx() context: Context): Promise<Ref<'Friendship'> | null> {
    return findFriendship(context, databaseIdOf('Friendship', id));
  }

  @Query(() => Friendship, {
    nullable: true,
    description:
      'The friendship of two users, whichever of them requested it. Null when there is none or you may not see it.',
  })
  @RootField({ scope: 'FRIENDSHIPS_READ' })
  friendshipWith(
    @Args() { userId, ofId, status }: FriendshipWithArgs,
    @Ctx() context: Context,
  ): Promise<Ref<'Friendship'> | null> {
    const of = ofId != null ? databaseIdOf('User', ofId, 'ofId') : viewerOf(context).id;
    return findFriendshipBetween(context, of, databaseIdOf('User', userId, 'userId'), status);
  }

  @Query(() => FriendshipConnection, { nullable: true, description: "A user's friendships, newest first." })
  @RootField({ scope: 'FRIENDSHIPS_READ', listOf: ['userId', 'User'] })
  friendships(@Args() args: FriendshipsArgs, @Ctx() context: Context): Promise<FriendshipConnection> {
    const userId = args.userId != null ? databaseIdOf('User', args.userId, 'userId') : viewerOf(context).id;
    const of = { userId, status: args.status ?? null };
    return newestFirst(
      args,
      (page) => listFriendships(context, { ...of, ...page }),
      () => countFriendships(context, of),
    );
  }
}

const friendshipPayload = payloadOf('Friendship', 'Result of `requestFriendship` and `acceptFriendship`.', {
  ...viewerFields,
  friendship: ['Friendship!', 'The friendship after the change.'],
});

const invitePayload = payloadOf(
  'Invite',
  'Result of `invite`. It does not reveal whether the address has an account.',
  { done: ['Boolean!', 'Always true.'] },
);

export const friendshipMutations = [
  mutation('requestFriendship', {
    about: 'Sends a friend request. If the other user has already sent you one, that request is accepted.',
    scope: 'FRIENDSHIPS_WRITE',
    codes: ['NOT_FOUND', 'FRIENDSHIP_EXISTS'],
    input: input('The user to send a friend request to.', { userId: ['ID<User>!', 'Id of the user.'] }),
    payload: friendshipPayload,
    run: async (context, { userId }) => withViewer(context, { friendship: await requestFriendship(context, userId) }),
  }),
  mutation('acceptFriendship', {
    about: 'Accepts a friend request that was sent to you.',
    scope: 'FRIENDSHIPS_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS'],
    input: input('The request to accept.', { id: ['ID<Friendship>!', 'Id of the friendship.'] }),
    payload: friendshipPayload,
    run: async (context, { id }) => withViewer(context, { friendship: await acceptFriendship(context, id) }),
  }),
  mutation('endFriendship', {
    about: 'Ends a friendship, or declines or withdraws a friend request.',
    scope: 'FRIENDSHIPS_WRITE',
    codes: ['NOT_FOUND'],
    input: input('The friendship to end, or the request to decline or withdraw.', {
      id: ['ID<Friendship>!', 'Id of the friendship.'],
    }),
    payload: {
      ...viewerFields,
      deletedId: ['ID!', 'Id of the ended friendship.'],
      otherUser: ['User!', 'The other user, whose `friendship` with you is null now.'],
    },
    run: async (context, { id }, sent) => {
      const otherId = await endFriendship(context, id);
      return withViewer(context, { deletedId: sent.id, otherUser: { id: otherId } });
    },
  }),
  mutation('invite', {
    about:
      'Invites a person by e-mail address. If the address has an account, a friend request is sent to it; otherwise a mail is sent, and the two become friends when the person registers.',
    scope: 'FRIENDSHIPS_WRITE',
    codes: ['UNPROVEN'],
    input: input('The person to invite.', {
      email: ['String!', 'E-mail address.'],
      name: ['String', "The person's name, for the mail."],
    }),
    payload: invitePayload,
    run: async (context, input) => {
      await invite(context, input);
      return { done: true };
    },
  }),
];
