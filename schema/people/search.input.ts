import { ArgsType, Field, ID } from 'type-graphql';
import type { FriendOrder as FriendOrderWord } from '../../src/domain/people/search-users.ts';
import { mostHits } from '../../src/domain/people/search.queries.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { FriendOrder } from '../enums.ts';

@ArgsType()
export class SearchArgs extends TwoWayPage {
  @Field(() => String, { description: 'A whole or partial name. Case, accents and small misspellings are ignored.' })
  q!: string;
}

@ArgsType()
export class SearchUsersArgs extends SearchArgs {
  @Field(() => Boolean, {
    defaultValue: false,
    description: `Whether \`totalCount\` is exact up to ${mostHits}, beyond which no results are read. It takes longer.`,
  })
  countAll!: boolean;
}

@ArgsType()
export class SearchFriendsArgs extends SearchArgs {
  @Field(() => ID, { nullable: true, description: 'The user whose friends to search; you by default.' })
  userId?: string | null;
  @Field(() => FriendOrder, { defaultValue: 'relevance', description: 'The order of the results.' })
  orderBy!: FriendOrderWord;
}
