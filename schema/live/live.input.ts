import { ArgsType, Field, ID } from 'type-graphql';
import type { FeedType as FeedTypeWord } from '../../src/domain/feed/read-feed.ts';
import { FeedType } from '../enums.ts';

/** Where a subscription begins. */
@ArgsType()
export class LiveArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'A cursor of an event, or `liveCursor`: what happened after it comes first. Left out: only what happens from now on. CURSOR_EXPIRED when that is no longer kept: fetch again, and subscribe after a new `liveCursor`.',
  })
  after?: string | null;
}

@ArgsType()
export class MessageAddedArgs extends LiveArgs {
  @Field(() => ID, { nullable: true, description: 'Only in this conversation; all of yours when left out.' })
  conversationId?: string | null;
}

@ArgsType()
export class FeedPostAddedArgs extends LiveArgs {
  @Field(() => FeedType, { defaultValue: 'friends', description: 'Which feed.' })
  type!: FeedTypeWord;
  @Field(() => ID, { nullable: true, description: 'Whose profile feed; your own when left out.' })
  userId?: string | null;
}

@ArgsType()
export class PostChangedArgs extends LiveArgs {
  @Field(() => ID, { nullable: true, description: 'Only this post; those of your friends feed when left out.' })
  id?: string | null;
}
