import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { blockUser, unblockUser } from '../../src/domain/friendships/block-user.ts';
import { countBlockedUsers, listBlockedUsers } from '../../src/domain/friendships/list-blocked-users.ts';
import { ForwardPage } from '../pagination/page.input.ts';
import { databaseIdOf } from '../global-id.ts';
import { newestFirst } from '../pagination/orders.ts';
import { UserConnection } from '../people/user-connection.type.ts';
import { BlockUserInput, UnblockUserInput } from './block.input.ts';
import { BlockPayload } from './block.payloads.ts';

@Resolver()
export class BlockResolver {
  @Query(() => UserConnection, { description: 'Whom you have blocked, newest account first.' })
  blockedUsers(@Args() page: ForwardPage, @Ctx() context: Context): Promise<UserConnection> {
    return newestFirst(
      page,
      (asked) => listBlockedUsers(context, asked),
      () => countBlockedUsers(context),
    );
  }

  @Mutation(() => BlockPayload, {
    description:
      'Blocks a user: nothing of yours is there for them any more, and the friendship or request between you ends. It succeeds with the same answer when they have blocked you.',
  })
  async blockUser(
    @Arg('input', () => BlockUserInput) input: BlockUserInput,
    @Ctx() context: Context,
  ): Promise<BlockPayload> {
    const id = databaseIdOf('User', input.userId, 'userId');
    return { user: await blockUser(context, id) };
  }

  @Mutation(() => BlockPayload, { description: 'Takes a block back; a friendship that it ended stays ended.' })
  async unblockUser(
    @Arg('input', () => UnblockUserInput) input: UnblockUserInput,
    @Ctx() context: Context,
  ): Promise<BlockPayload> {
    const id = databaseIdOf('User', input.userId, 'userId');
    return { user: (await unblockUser(context, id)) ?? { id } };
  }
}
