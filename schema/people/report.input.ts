import { InputType } from 'type-graphql';
import { inputFields } from '../fields.ts';

@InputType({ description: 'The object to report, and the reason.' })
export class ReportInput extends inputFields({
  id: ['ID!', 'Id of the user, post, comment, message or picture.'],
  reason: ['ReportReason!', 'The reason for the report.'],
  text: ['String', 'Further information for the staff, at most 1000 characters.'],
}) {}

@InputType({ description: 'The report to withdraw.' })
export class WithdrawReportInput extends inputFields({
  id: ['ID!', 'Id of the user, post, comment, message or picture that you have reported.'],
}) {}
