import { Field, ID, InputType } from 'type-graphql';
import type { ReportReason as ReasonWord } from '../../src/domain/moderation/subject.ts';
import { ReportReason } from '../enums.ts';

@InputType({ description: 'The object to report, and the reason.' })
export class ReportInput {
  @Field(() => ID, { description: 'Id of the user, post, comment, message or picture.' })
  id!: string;
  @Field(() => ReportReason, { description: 'The reason for the report.' })
  reason!: ReasonWord;
  @Field(() => String, {
    nullable: true,
    description: 'Further information for the staff, at most 1000 characters.',
  })
  text?: string | null;
}

@InputType({ description: 'The report to withdraw.' })
export class WithdrawReportInput {
  @Field(() => ID, { description: 'Id of the user, post, comment, message or picture that you have reported.' })
  id!: string;
}
