import { ArgsType, Field, ID, InputType } from 'type-graphql';
import type { CaseStatus } from '../../src/domain/people/moderation/subject.ts';
import { ModerationStatus } from '../enums.ts';
import { ForwardPage } from '../pagination/page.input.ts';
import { DateTime } from '../scalars.ts';

const why = { defaultValue: '', description: 'Why, for the log; at most 1000 characters.' };

@ArgsType()
export class ModerationQueueArgs extends ForwardPage {
  @Field(() => ModerationStatus, {
    nullable: true,
    defaultValue: 'open',
    description: 'Only cases with this status; null for all.',
  })
  status?: CaseStatus | null;
}

@ArgsType()
export class ModerationLogArgs extends ForwardPage {
  @Field(() => ID, { nullable: true, description: 'Only what concerns this user.' })
  userId?: string | null;
}

@InputType({ description: 'The content to hide.' })
export class HideContentInput {
  @Field(() => ID, { description: 'Id of the post, comment, message or picture.' })
  id!: string;
  @Field(() => String, why)
  note!: string;
}

@InputType({ description: 'The content to show again.' })
export class RestoreContentInput {
  @Field(() => ID, { description: 'Id of the post, comment, message or picture.' })
  id!: string;
  @Field(() => String, why)
  note!: string;
}

@InputType({ description: 'The case to dismiss.' })
export class DismissReportInput {
  @Field(() => ID, { description: 'Id of the case.' })
  caseId!: string;
  @Field(() => String, why)
  note!: string;
}

@InputType({ description: 'The account to suspend.' })
export class SuspendPersonInput {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
  @Field(() => DateTime, {
    nullable: true,
    description: 'When the suspension ends by itself; until `unsuspendPerson` when left out.',
  })
  until?: string | null;
  @Field(() => String, why)
  note!: string;
}

@InputType({ description: 'The account whose suspension to end.' })
export class UnsuspendPersonInput {
  @Field(() => ID, { description: 'Id of the user.' })
  userId!: string;
  @Field(() => String, why)
  note!: string;
}
