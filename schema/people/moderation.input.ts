import { ArgsType, Field, ID, InputType } from 'type-graphql';
import type { CaseStatus } from '../../src/domain/moderation/subject.ts';
import { ModerationStatus } from '../enums.ts';
import { ForwardPage, TwoWayPage } from '../pagination/page.input.ts';
import { DateTime } from '../scalars.ts';

@ArgsType()
export class ModerationQueueArgs extends ForwardPage {
  @Field(() => ModerationStatus, {
    nullable: true,
    defaultValue: 'open',
    description: 'Only cases with this status. Null returns all cases.',
  })
  status?: CaseStatus | null;
}

@ArgsType()
export class ModerationLogArgs extends TwoWayPage {
  @Field(() => ID, { nullable: true, description: 'Only actions that concern this user.' })
  userId?: string | null;
}

/** A decision of the staff. */
@InputType()
abstract class DecisionInput {
  @Field(() => String, {
    defaultValue: '',
    description: 'The reason, which is recorded in the log, at most 1000 characters.',
  })
  note!: string;
}

/** A decision about content. */
@InputType()
abstract class ContentDecisionInput extends DecisionInput {
  @Field(() => ID, { description: 'Id of the post, comment, message or picture.' })
  id!: string;
}

/** A decision about an account. */
@InputType()
abstract class PersonDecisionInput extends DecisionInput {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
}

@InputType({ description: 'The content to hide.' })
export class HideContentInput extends ContentDecisionInput {}

@InputType({ description: 'The content to restore.' })
export class RestoreContentInput extends ContentDecisionInput {}

@InputType({ description: 'The case to dismiss.' })
export class DismissReportInput extends DecisionInput {
  @Field(() => ID, { description: 'Id of the case.' })
  caseId!: string;
}

@InputType({ description: 'The account to suspend.' })
export class SuspendPersonInput extends PersonDecisionInput {
  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the suspension expires. If it is left out, the suspension lasts until `unsuspendPerson` is called.',
  })
  until?: string | null;
}

@InputType({ description: 'The account whose suspension is ended.' })
export class UnsuspendPersonInput extends PersonDecisionInput {}
