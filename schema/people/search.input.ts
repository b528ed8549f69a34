import { ArgsType, Field, ID } from 'type-graphql';
import type { FriendOrder as FriendOrderWord } from '../../src/domain/people/search-users.ts';
import { ForwardPage } from '../pagination/page.input.ts';
import { FriendOrder } from '../enums.ts';

@ArgsType()
export class SearchArgs extends ForwardPage {
  @Field(() => String, { description: 'Whole or partial name; case, accents and small slips do not matter.' })
  q!: string;
}

@ArgsType()
export class SearchFriendsArgs extends SearchArgs {
  @Field(() => ID, { nullable: true, description: 'Whose friends; your own when left out.' })
  userId?: string | null;
  @Field(() => FriendOrder, { defaultValue: 'relevance', description: 'What comes first.' })
  orderBy!: FriendOrderWord;
}
