import { ArgsType, Field, Int } from 'type-graphql';
import { defaultPage, pageCaps } from './page-sizes.ts';

/** Forward paging, by cursor or, as over REST, by offset. */
@ArgsType()
export class ForwardPage {
  @Field(() => Int, {
    nullable: true,
    description: `The largest number of items to return, up to ${pageCaps.list}; ${defaultPage} by default.`,
  })
  first?: number | null;
  @Field(() => String, { nullable: true, description: 'Only items after this cursor.' })
  after?: string | null;
  @Field(() => Int, { defaultValue: 0, description: 'The number of items to skip. Cursors are faster.' })
  offset!: number;
}

/** Paging from the start of a list, or from its end. */
@ArgsType()
export class TwoWayPage extends ForwardPage {
  @Field(() => Int, {
    nullable: true,
    description:
      'The largest number of items to return from the end of the list. They are still in the order of the list.',
  })
  last?: number | null;
  @Field(() => String, { nullable: true, description: 'Only items before this cursor.' })
  before?: string | null;
}
