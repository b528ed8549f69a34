import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { searchFriends, searchUsers } from '../../src/domain/people/search-users.ts';
import { databaseIdOf } from '../global-id.ts';
import { SearchArgs, SearchFriendsArgs } from './search.input.ts';
import { searchPage } from './search-page.ts';
import { UserConnection } from './user-connection.type.ts';

@Resolver(() => UserConnection)
export class SearchResolver {
  @Query(() => UserConnection, { description: 'Users by name, best match first.' })
  searchUsers(@Args() args: SearchArgs, @Ctx() context: Context): Promise<unknown> {
    return searchPage(args, (page) => searchUsers(context, { q: args.q, ...page }));
  }

  @Query(() => UserConnection, { description: 'The friends of a user by name.' })
  searchFriends(@Args() args: SearchFriendsArgs, @Ctx() context: Context): Promise<unknown> {
    const userId = args.userId != null ? databaseIdOf('User', args.userId, 'userId') : null;
    return searchPage(args, (page) => searchFriends(context, { q: args.q, userId, order: args.orderBy, ...page }));
  }

  @FieldResolver(() => Number)
  totalCount(@Root() page: { total: () => Promise<number> }): Promise<number> {
    return page.total();
  }
}
