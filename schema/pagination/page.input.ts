import { ArgsType, Field, Int } from 'type-graphql';
import { defaultPage, pageCaps } from './page-sizes.ts';

/** Forward paging, by cursor or, as over REST, by offset. */
@ArgsType()
export class ForwardPage {
  @Field(() => Int, {
    defaultValue: defaultPage,
    description: `The largest number of items to return, up to ${pageCaps.list}.`,
  })
  first!: number;
  @Field(() => String, { nullable: true, description: 'Only items after this cursor.' })
  after?: string | null;
  @Field(() => Int, { defaultValue: 0, description: 'The number of items to skip. Cursors are faster.' })
  offset!: number;
}

/** Paging of a list ordered by id, oldest first: forwards from its start, or backwards from its end. */
@ArgsType()
export class IdPage {
  @Field(() => Int, {
    nullable: true,
    description: `The largest number of items to return from the oldest on, up to ${pageCaps.list}; ${defaultPage} by default.`,
  })
  first?: number | null;
  @Field(() => String, { nullable: true, description: 'Only items after this cursor.' })
  after?: string | null;
  @Field(() => Int, { nullable: true, description: 'The largest number of items to return from the newest back.' })
  last?: number | null;
  @Field(() => String, { nullable: true, description: 'Only items before this cursor.' })
  before?: string | null;
  @Field(() => Int, { defaultValue: 0, description: 'The number of items to skip. Cursors are faster.' })
  offset!: number;
}
