import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import type { FeedType as FeedTypeWord } from '../../src/domain/feed/read-feed.ts';
import { defaultPage, pageCaps } from '../pagination/page-sizes.ts';
import { FeedType } from '../enums.ts';

@ArgsType()
export class FeedArgs {
  @Field(() => FeedType, { defaultValue: 'friends', description: 'Which feed.' })
  type!: FeedTypeWord;
  @Field(() => ID, { nullable: true, description: 'Whose profile or friends feed; your own when left out.' })
  userId?: string | null;
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'An empty feed falls back to friends, local, then featured.',
  })
  fallback!: boolean;
  @Field(() => Int, {
    nullable: true,
    description: `Most posts wanted, newest first; up to ${pageCaps.feed}, ${defaultPage} when left out.`,
  })
  first?: number | null;
  @Field(() => String, { nullable: true, description: 'Only posts older than this cursor.' })
  after?: string | null;
  @Field(() => Int, { nullable: true, description: 'Most posts wanted next above `before`.' })
  last?: number | null;
  @Field(() => String, { nullable: true, description: 'Only posts newer than this cursor.' })
  before?: string | null;
}

@ArgsType()
export class PostArgs {
  @Field(() => ID, { description: 'Id of the post.' })
  id!: string;
}

@InputType({ description: 'Which post to delete.' })
export class DeletePostInput {
  @Field(() => ID, { description: 'Id of the post.' })
  id!: string;
}
