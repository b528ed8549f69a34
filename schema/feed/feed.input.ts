import { ArgsType } from 'type-graphql';
import { defaultPage, pageCaps } from '../pagination/page-sizes.ts';
import { inputFields } from '../fields.ts';

/** The part of a feed to read, whichever feed it is. */
@ArgsType()
export class FeedPageArgs extends inputFields({
  first: [
    'Int',
    `The largest number of posts to return, up to ${pageCaps.feed}; ${defaultPage} by default. The newest are returned.`,
  ],
  after: ['String', 'Only posts older than this cursor.'],
  last: ['Int', 'The largest number of posts to return directly above `before`, which it needs.'],
  before: ['String', 'Only posts newer than this cursor.'],
}) {}
