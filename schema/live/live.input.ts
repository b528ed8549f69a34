import { ArgsType } from 'type-graphql';
import { inputFields } from '../fields.ts';

/** The position at which a subscription begins. */
@ArgsType()
export class LiveArgs extends inputFields({
  after: [
    'String',
    'The cursor of an event, or `liveCursor`: the events after it are delivered first. By default only new events are delivered. Fails with CURSOR_EXPIRED when those events are no longer kept: read the page again, and subscribe after a new `liveCursor`.',
  ],
}) {}

@ArgsType()
export class MessageAddedArgs extends inputFields(LiveArgs, {
  conversationId: ['ID', 'Only this conversation; all of yours by default.'],
}) {}

@ArgsType()
export class FeedPostAddedArgs extends inputFields(LiveArgs, {
  type: ['FeedType!', 'The type of feed.', 'friends'],
  userId: ['ID', 'The user whose profile feed to follow; you by default.'],
}) {}

@ArgsType()
export class PostChangedArgs extends inputFields(LiveArgs, {
  id: ['ID', 'Only this post; the posts of your friends feed by default.'],
}) {}

@ArgsType()
export class ChangesArgs extends inputFields({
  after: ['String', 'The `cursor` of earlier changes. Without it, `reset` is true and `cursor` is the current one.'],
}) {}
