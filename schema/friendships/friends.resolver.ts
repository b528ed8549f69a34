import { friendshipsWithLoader } from '../../src/domain/friendships/friendship.loaders.ts';
import { Args, ArgsType, Ctx, Field, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { countFriends, listFriends } from '../../src/domain/friendships/list-friends.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { databaseIdOf } from '../global-id.ts';
import { newestFirst } from '../pagination/orders.ts';
import { UserConnection } from '../people/user-connection.type.ts';
import { User } from '../people/user.type.ts';
import { Friendship } from './friendship.type.ts';
import type { Ref } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { Scope } from '../scope.ts';

@ArgsType()
class UsersArgs extends TwoWayPage {
  @Field(() => ID, { description: 'Only friends of this user.' })
  friendsWith!: string;
}

/** The fields of a user that are about friendship. */
@Resolver(() => User)
export class FriendsResolver {
  @Query(() => UserConnection, { nullable: true, description: 'Users, newest account first.' })
  @RootField({ scope: 'FRIENDSHIPS_READ', listOf: ['friendsWith', 'User'] })
  users(@Args() { friendsWith, ...page }: UsersArgs, @Ctx() context: Context): Promise<UserConnection> {
    return friendsOf(context, databaseIdOf('User', friendsWith, 'friendsWith'), page);
  }

  @FieldResolver(() => UserConnection, { description: "The user's friends, newest account first." })
  @Scope('FRIENDSHIPS_READ')
  friends(@Root() user: { id: number }, @Args() page: TwoWayPage, @Ctx() context: Context): Promise<UserConnection> {
    return friendsOf(context, user.id, page);
  }

  @FieldResolver(() => Friendship, {
    nullable: true,
    description: 'Your friendship with the user, pending or accepted. Null when there is none.',
  })
  @Scope('FRIENDSHIPS_READ')
  friendship(@Root() user: { id: number }, @Ctx() context: Context): Promise<Ref<'Friendship'> | null> {
    return context.loader(friendshipsWithLoader).load(user.id);
  }
}

function friendsOf(context: Context, userId: number, page: TwoWayPage): Promise<UserConnection> {
  return newestFirst(
    page,
    (pageRequest) => listFriends(context, userId, pageRequest),
    () => countFriends(context, userId),
  );
}
