import { Arg, Args, Ctx, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
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
import { ViewerPayload, withViewer } from '../people/viewer.payloads.ts';
import {
  AcceptFriendshipInput,
  EndFriendshipInput,
  FriendshipArgs,
  FriendshipsArgs,
  FriendshipWithArgs,
  InviteInput,
  RequestFriendshipInput,
} from './friendship.input.ts';
import { Friendship, FriendshipConnection } from './friendship.type.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { outputFields } from '../fields.ts';

@ObjectType({ description: 'Result of `requestFriendship` and `acceptFriendship`.' })
class FriendshipPayload extends outputFields(ViewerPayload, {
  friendship: ['Friendship!', 'The friendship after the change.'],
}) {}

@ObjectType({ description: 'Result of `endFriendship`.' })
class EndFriendshipPayload extends outputFields(ViewerPayload, {
  deletedId: ['ID!', 'Id of the ended friendship.'],
  otherUser: ['User!', 'The other user, whose `friendship` with you is null now.'],
}) {}

@ObjectType({ description: 'Result of `invite`. It does not reveal whether the address has an account.' })
class InvitePayload extends outputFields({ done: ['Boolean!', 'Always true.'] }) {}

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

  @Mutation(() => FriendshipPayload, {
    nullable: true,
    description: 'Sends a friend request. If the other user has already sent you one, that request is accepted.',
  })
  @RootField({ scope: 'FRIENDSHIPS_WRITE', codes: ['NOT_FOUND', 'FRIENDSHIP_EXISTS'] })
  async requestFriendship(
    @Arg('input', () => RequestFriendshipInput) { userId }: RequestFriendshipInput,
    @Ctx() context: Context,
  ): Promise<FriendshipPayload> {
    return withViewer(context, {
      friendship: await requestFriendship(context, databaseIdOf('User', userId, 'userId')),
    });
  }

  @Mutation(() => FriendshipPayload, { nullable: true, description: 'Accepts a friend request that was sent to you.' })
  @RootField({ scope: 'FRIENDSHIPS_WRITE', codes: ['NOT_FOUND', 'NOT_YOURS'] })
  async acceptFriendship(
    @Arg('input', () => AcceptFriendshipInput) { id }: AcceptFriendshipInput,
    @Ctx() context: Context,
  ): Promise<FriendshipPayload> {
    return withViewer(context, { friendship: await acceptFriendship(context, databaseIdOf('Friendship', id, 'id')) });
  }

  @Mutation(() => EndFriendshipPayload, {
    nullable: true,
    description: 'Ends a friendship, or declines or withdraws a friend request.',
  })
  @RootField({ scope: 'FRIENDSHIPS_WRITE', codes: ['NOT_FOUND'] })
  async endFriendship(
    @Arg('input', () => EndFriendshipInput) { id }: EndFriendshipInput,
    @Ctx() context: Context,
  ): Promise<EndFriendshipPayload> {
    const otherId = await endFriendship(context, databaseIdOf('Friendship', id, 'id'));
    return withViewer(context, { deletedId: id, otherUser: { id: otherId } });
  }

  @Mutation(() => InvitePayload, {
    nullable: true,
    description:
      'Invites a person by e-mail address. If the address has an account, a friend request is sent to it; otherwise a mail is sent, and the two become friends when the person registers.',
  })
  @RootField({
    scope: 'FRIENDSHIPS_WRITE',
    codes: ['UNPROVEN'],
  })
  async invite(@Arg('input', () => InviteInput) input: InviteInput, @Ctx() context: Context): Promise<InvitePayload> {
    await invite(context, input);
    return { done: true };
  }
}
