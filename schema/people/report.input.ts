import { Field, ID, InputType } from 'type-graphql';
import type { ReportReason as ReasonWord } from '../../src/domain/people/moderation/subject.ts';
import { ReportReason } from '../enums.ts';

@InputType({ description: 'What to report, and why.' })
export class ReportInput {
  @Field(() => ID, { description: 'Id of the user, post, comment, message or picture.' })
  id!: string;
  @Field(() => ReportReason, { description: 'Why.' })
  reason!: ReasonWord;
  @Field(() => String, {
    nullable: true,
    description: `What staff should know besides, in your words; at most 1000 characters.`,
  })
  text?: string | null;
}
