import { ArgsType, InputType } from 'type-graphql';
import { ForwardPage, TwoWayPage } from '../pagination/page.input.ts';
import { inputFields } from '../fields.ts';

@ArgsType()
export class ModerationQueueArgs extends inputFields(ForwardPage, {
  status: ['ModerationStatus', 'Only cases with this status. Null returns all cases.', 'open'],
}) {}

@ArgsType()
export class ModerationLogArgs extends inputFields(TwoWayPage, {
  userId: ['ID', 'Only actions that concern this user.'],
}) {}

/** A decision of the staff. */
@InputType()
abstract class DecisionInput extends inputFields({
  note: ['String!', 'The reason, which is recorded in the log, at most 1000 characters.', ''],
}) {}

/** A decision about content. */
@InputType()
abstract class ContentDecisionInput extends inputFields(DecisionInput, {
  id: ['ID!', 'Id of the post, comment, message or picture.'],
}) {}

/** A decision about an account. */
@InputType()
abstract class PersonDecisionInput extends inputFields(DecisionInput, { userId: ['ID!', 'Id of the user.'] }) {}

@InputType({ description: 'The content to hide.' })
export class HideContentInput extends ContentDecisionInput {}

@InputType({ description: 'The content to restore.' })
export class RestoreContentInput extends ContentDecisionInput {}

@InputType({ description: 'The case to dismiss.' })
export class DismissReportInput extends inputFields(DecisionInput, { caseId: ['ID!', 'Id of the case.'] }) {}

@InputType({ description: 'The account to suspend.' })
export class SuspendPersonInput extends inputFields(PersonDecisionInput, {
  until: [
    'DateTime',
    'When the suspension expires. If it is left out, the suspension lasts until `unsuspendPerson` is called.',
  ],
}) {}

@InputType({ description: 'The account whose suspension is ended.' })
export class UnsuspendPersonInput extends PersonDecisionInput {}
