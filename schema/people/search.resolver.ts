import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { searchFriends, searchUsers } from '../../src/domain/people/search-users.ts';
import type { FoundUsers } from '../../src/domain/people/search-users.ts';
import { counted } from '../../src/domain/people/search.queries.ts';
import { databaseIdOf } from '../global-id.ts';
import { bestFirst } from '../pagination/orders.ts';
import type { TwoWayPage } from '../pagination/page.input.ts';
import { SearchFriendsArgs, SearchUsersArgs } from './search.input.ts';
import { UserConnection } from './user-connection.type.ts';
import { RootField } from '../root-field.ts';
import { price } from '../prices.ts';

@Resolver()
export class SearchResolver {
  @Query(() => UserConnection, {
    nullable: true,
    description: `Users by name, best match first. A \`totalCount\` below ${counted} is exact; there may be more results than a larger one says, unless you pass \`countAll\`.`,
  })
  @RootField({ scope: 'PEOPLE_READ', cost: price('searchUsers') })
  searchUsers(@Args() args: SearchUsersArgs, @Ctx() context: Context): Promise<UserConnection> {
    return found(args, (page) => searchUsers(context, { q: args.q, countAll: args.countAll, ...page }));
  }

  @Query(() => UserConnection, { nullable: true, description: 'The friends of a user by name.' })
  @RootField({ scope: ['FRIENDSHIPS_READ', 'PEOPLE_READ'], cost: price('searchFriends') })
  searchFriends(@Args() args: SearchFriendsArgs, @Ctx() context: Context): Promise<UserConnection> {
    const userId = args.userId != null ? databaseIdOf('User', args.userId, 'userId') : null;
    return found(args, (page) => searchFriends(context, { q: args.q, userId, order: args.orderBy, ...page }));
  }
}

/** A page of results, which contain their total number. */
function found(
  args: TwoWayPage,
  search: (page: { limit: number; offset: number }) => Promise<FoundUsers>,
): Promise<UserConnection> {
  let total = 0;
  const read = async (page: { limit: number; offset: number }) => {
    const hits = await search(page);
    ({ total } = hits);
    return hits.users;
  };
  return bestFirst(args, read, { count: () => total });
}
