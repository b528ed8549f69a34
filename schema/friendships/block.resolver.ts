import { blockedUsersLoader } from '../../src/domain/friendships/friendship.loaders.ts';
import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { blockUser, unblockUser } from '../../src/domain/friendships/block-user.ts';
import { countBlockedUsers, listBlockedUsers } from '../../src/domain/friendships/list-blocked-users.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { newestFirst } from '../pagination/orders.ts';
import { UserConnection } from '../people/user-connection.type.ts';
import { User } from '../people/user.type.ts';
import { withViewer, otherUserFields } from '../people/viewer.payloads.ts';
import { RootField } from '../root-field.ts';
import { Scope } from '../scope.ts';
import { otherUser } from '../people/other-user.input.ts';
import { input, mutation, payloadOf } from '../mutation.ts';

@Resolver(() => User)
export class BlockResolver {
  @Query(() => UserConnection, {
    nullable: true,
    description: 'The users whom you have blocked, newest account first.',
  })
  @RootField({ scope: 'FRIENDSHIPS_READ' })
  blockedUsers(@Args() page: TwoWayPage, @Ctx() context: Context): Promise<UserConnection> {
    return newestFirst(
      page,
      (pageRequest) => listBlockedUsers(context, pageRequest),
      () => countBlockedUsers(context),
    );
  }

  @FieldResolver(() => Boolean, { description: 'Whether you have blocked the user.' })
  @Scope('FRIENDSHIPS_READ')
  async viewerHasBlocked(@Root() user: { id: number }, @Ctx() context: Context): Promise<boolean> {
    return (await context.loader(blockedUsersLoader).load(user.id)) !== null;
  }
}

const blockPayload = payloadOf('Block', 'Result of `blockUser` and `unblockUser`.', otherUserFields);

export const blockMutations = [
  mutation('blockUser', {
    about:
      'Blocks a user. The user can no longer see anything of yours, and a friendship or request between you ends. The answer is the same when the user has blocked you.',
    scope: 'FRIENDSHIPS_WRITE',
    codes: ['NOT_FOUND'],
    input: input('The user to block.', otherUser),
    payload: blockPayload,
    run: async (context, { userId }) => withViewer(context, { user: await blockUser(context, userId) }),
  }),
  mutation('unblockUser', {
    about: 'Removes a block. A friendship that the block has ended is not restored.',
    scope: 'FRIENDSHIPS_WRITE',
    codes: ['NOT_FOUND'],
    input: input('The user to unblock.', otherUser),
    payload: blockPayload,
    run: async (context, { userId }) =>
      withViewer(context, { user: (await unblockUser(context, userId)) ?? { id: userId } }),
  }),
];
