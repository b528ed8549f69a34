import { ArgsType } from 'type-graphql';
import { mostHits } from '../../src/domain/people/search.queries.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { inputFields } from '../fields.ts';

@ArgsType()
export class SearchArgs extends inputFields(TwoWayPage, {
  q: ['String!', 'A whole or partial name. Case, accents and small misspellings are ignored.'],
}) {}

@ArgsType()
export class SearchUsersArgs extends inputFields(SearchArgs, {
  countAll: [
    'Boolean!',
    `Whether \`totalCount\` is exact up to ${mostHits}, beyond which no results are read. It takes longer.`,
    false,
  ],
}) {}

@ArgsType()
export class SearchFriendsArgs extends inputFields(SearchArgs, {
  userId: ['ID', 'The user whose friends to search; you by default.'],
  orderBy: ['FriendOrder!', 'The order of the results.', 'relevance'],
}) {}
