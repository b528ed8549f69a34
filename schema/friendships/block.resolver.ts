import { blockedUsersLoader } from '../../src/domain/friendships/friendship.loaders.ts';
import { Arg, Args, Ctx, FieldResolver, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { blockUser, unblockUser } from '../../src/domain/friendships/block-user.ts';
import { countBlockedUsers, listBlockedUsers } from '../../src/domain/friendships/list-blocked-users.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { databaseIdOf } from '../global-id.ts';
import { newestFirst } from '../pagination/orders.ts';
import { UserConnection } from '../people/user-connection.type.ts';
import { User } from '../people/user.type.ts';
import { OtherUserPayload, withViewer } from '../people/viewer.payloads.ts';
import { BlockUserInput, UnblockUserInput } from './block.input.ts';
import { RootField } from '../root-field.ts';
import { Scope } from '../scope.ts';

@ObjectType({ description: 'Result of `blockUser` and `unblockUser`.', simpleResolvers: true })
class BlockPayload extends OtherUserPayload {}

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

  @Mutation(() => BlockPayload, {
    nullable: true,
    description:
      'Blocks a user. The user can no longer see anything of yours, and a friendship or request between you ends. The answer is the same when the user has blocked you.',
  })
  @RootField({ scope: 'FRIENDSHIPS_WRITE', codes: ['NOT_FOUND'] })
  async blockUser(
    @Arg('input', () => BlockUserInput) input: BlockUserInput,
    @Ctx() context: Context,
  ): Promise<BlockPayload> {
    const id = databaseIdOf('User', input.userId, 'userId');
    return withViewer(context, { user: await blockUser(context, id) });
  }

  @Mutation(() => BlockPayload, {
    nullable: true,
    description: 'Removes a block. A friendship that the block has ended is not restored.',
  })
  @RootField({ scope: 'FRIENDSHIPS_WRITE', codes: ['NOT_FOUND'] })
  async unblockUser(
    @Arg('input', () => UnblockUserInput) input: UnblockUserInput,
    @Ctx() context: Context,
  ): Promise<BlockPayload> {
    const id = databaseIdOf('User', input.userId, 'userId');
    return withViewer(context, { user: (await unblockUser(context, id)) ?? { id } });
  }

  @FieldResolver(() => Boolean, { description: 'Whether you have blocked the user.' })
  @Scope('FRIENDSHIPS_READ')
  async viewerHasBlocked(@Root() user: { id: number }, @Ctx() context: Context): Promise<boolean> {
    return (await context.loader(blockedUsersLoader).load(user.id)) !== null;
  }
}
