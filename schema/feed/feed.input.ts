import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import type { FeedType as FeedTypeWord } from '../../src/domain/feed/read-feed.ts';
import { defaultPage, pageCaps } from '../pagination/page-sizes.ts';
import { FeedType } from '../enums.ts';

@ArgsType()
export class FeedArgs {
  @Field(() => FeedType, { defaultValue: 'friends', description: 'The type of feed.' })
  type!: FeedTypeWord;
  @Field(() => ID, { nullable: true, description: 'The user whose profile or friends feed to read; you by default.' })
  userId?: string | null;
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether an empty feed is replaced by the friends feed, then the local, then the featured one.',
  })
  fallback!: boolean;
  @Field(() => Int, {
    nullable: true,
    description: `The largest number of posts to return, up to ${pageCaps.feed}; ${defaultPage} by default. The newest are returned.`,
  })
  first?: number | null;
  @Field(() => String, { nullable: true, description: 'Only posts older than this cursor.' })
  after?: string | null;
  @Field(() => Int, { nullable: true, description: 'The largest number of posts to return directly above `before`.' })
  last?: number | null;
  @Field(() => String, { nullable: true, description: 'Only posts newer than this cursor.' })
  before?: string | null;
}

@ArgsType()
export class PostArgs {
  @Field(() => ID, { description: 'Id of the post.' })
  id!: string;
}

@InputType({ description: 'The post to delete.' })
export class DeletePostInput {
  @Field(() => ID, { description: 'Id of the post.' })
  id!: string;
}
