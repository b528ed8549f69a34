import { ArgsType } from 'type-graphql';
import { defaultPage, pageCaps } from './page-sizes.ts';
import { inputFields } from '../fields.ts';

/** Forward paging, by cursor or, as over REST, by offset. */
@ArgsType()
export class ForwardPage extends inputFields({
  first: ['Int', `The largest number of items to return, up to ${pageCaps.list}; ${defaultPage} by default.`],
  after: ['String', 'Only items after this cursor.'],
  offset: ['Int!', 'The number of items to skip. Cursors are faster.', 0],
}) {}

/** Paging from the start of a list, or from its end. */
@ArgsType()
export class TwoWayPage extends inputFields(ForwardPage, {
  last: [
    'Int',
    'The largest number of items to return from the end of the list. They are still in the order of the list.',
  ],
  before: ['String', 'Only items before this cursor.'],
}) {}
