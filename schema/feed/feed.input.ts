import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import type { FeedType as FeedTypeWord } from '../../src/domain/feed/read-feed.ts';
import { defaultPage, pageCaps } from '../pagination/page-sizes.ts';
import type { Privacy as PrivacyWord } from '../../src/domain/rules/visibility.ts';
import { FeedType, Privacy } from '../enums.ts';
import { longest } from '../lengths.ts';

/** The part of a feed to read, whichever feed it is. */
@ArgsType()
export class FeedPageArgs {
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
export class FeedArgs extends FeedPageArgs {
  @Field(() => FeedType, { defaultValue: 'friends', description: 'The type of feed.' })
  type!: FeedTypeWord;
  @Field(() => ID, { nullable: true, description: 'The user whose profile or friends feed to read; you by default.' })
  userId?: string | null;
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether an empty feed is replaced by the friends feed, then the local, then the featured one.',
  })
  fallback!: boolean;
}

@ArgsType()
export class PostArgs {
  @Field(() => ID, { description: 'Id of the post.' })
  id!: string;
}

@InputType({ description: 'Changes to a post. Fields that are left out keep their values.' })
export class EditPostInput {
  @Field(() => ID, { description: 'Id of the post.' })
  id!: string;
  @Field(() => String, { nullable: true, description: `Text, up to ${longest('text')}. Null empties it.` })
  body?: string | null;
  @Field(() => Privacy, { nullable: true, description: 'Who may see it and its workout. It cannot be null.' })
  privacy?: PrivacyWord | null;
}

@InputType({ description: 'The post to delete.' })
export class DeletePostInput {
  @Field(() => ID, { description: 'Id of the post.' })
  id!: string;
}
