import { ArgsType, Field, ID } from 'type-graphql';
import type { FeedType as FeedTypeWord } from '../../src/domain/feed/read-feed.ts';
import { FeedType } from '../enums.ts';

/** The position at which a subscription begins. */
@ArgsType()
export class LiveArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'The cursor of an event, or `liveCursor`: the events after it are delivered first. By default only new events are delivered. Fails with CURSOR_EXPIRED when those events are no longer kept: read the page again, and subscribe after a new `liveCursor`.',
  })
  after?: string | null;
}

@ArgsType()
export class MessageAddedArgs extends LiveArgs {
  @Field(() => ID, { nullable: true, description: 'Only this conversation; all of yours by default.' })
  conversationId?: string | null;
}

@ArgsType()
export class FeedPostAddedArgs extends LiveArgs {
  @Field(() => FeedType, { defaultValue: 'friends', description: 'The type of feed.' })
  type!: FeedTypeWord;
  @Field(() => ID, { nullable: true, description: 'The user whose profile feed to follow; you by default.' })
  userId?: string | null;
}

@ArgsType()
export class PostChangedArgs extends LiveArgs {
  @Field(() => ID, { nullable: true, description: 'Only this post; the posts of your friends feed by default.' })
  id?: string | null;
}

@ArgsType()
export class ChangesArgs {
  @Field(() => String, {
    nullable: true,
    description: 'The `cursor` of earlier changes. Without it, `reset` is true and `cursor` is the current one.',
  })
  after?: string | null;
}
