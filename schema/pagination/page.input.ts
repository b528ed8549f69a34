import { ArgsType, Field, Int } from 'type-graphql';
import { defaultPage, pageCaps } from './page-sizes.ts';

/** Forward paging, by cursor or (as REST does it) by offset. */
@ArgsType()
export class ForwardPage {
  @Field(() => Int, { defaultValue: defaultPage, description: `Most items wanted, up to ${pageCaps.list}.` })
  first!: number;
  @Field(() => String, { nullable: true, description: 'Only what comes after this cursor.' })
  after?: string | null;
  @Field(() => Int, { defaultValue: 0, description: 'How many to skip; cursors are cheaper.' })
  offset!: number;
}

/** Paging of a list ordered by ids, oldest first: onwards from its start, or backwards from its end. */
@ArgsType()
export class IdPage {
  @Field(() => Int, {
    nullable: true,
    description: `Most items wanted, the oldest; up to ${pageCaps.list}, ${defaultPage} when left out.`,
  })
  first?: number | null;
  @Field(() => String, { nullable: true, description: 'Only what comes after this cursor.' })
  after?: string | null;
  @Field(() => Int, { nullable: true, description: 'Most items wanted, the newest.' })
  last?: number | null;
  @Field(() => String, { nullable: true, description: 'Only what comes before this cursor.' })
  before?: string | null;
  @Field(() => Int, { defaultValue: 0, description: 'How many to skip; cursors are cheaper.' })
  offset!: number;
}
