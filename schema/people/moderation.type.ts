import { Field, ID, Int, ObjectType } from 'type-graphql';
import type {
  CaseStatus,
  ModerationAction as ActionWord,
  ReportReason as ReasonWord,
  SubjectKind,
} from '../../src/domain/people/moderation/subject.ts';
import { shownReports } from '../../src/domain/people/moderation/moderation.queries.ts';
import type { ActRow, CaseRow } from '../../src/domain/people/moderation/moderation.queries.ts';
import { ModerationAction, ModerationStatus, ReportedKind, ReportReason } from '../enums.ts';
import { connectionType } from '../pagination/connection.ts';
import { DateTime } from '../scalars.ts';

@ObjectType({ description: 'What one user has reported. Only staff see it.', simpleResolvers: true })
export class AbuseReport {
  @Field(() => ID, { nullable: true, description: 'Id of the reporter. Null once that account is deleted.' })
  reporterId!: string | null;
  @Field(() => String, { description: 'Name of the reporter; empty once that account is deleted.' })
  reporterName!: string;
  @Field(() => ReportReason, { description: 'Why it was reported.' })
  reason!: ReasonWord;
  @Field(() => String, { description: 'What the reporter says; may be empty.' })
  text!: string;
  @Field(() => String, { description: 'The text of what was reported, as it was then, up to 2000 characters.' })
  contentText!: string;
  @Field(() => String, { description: 'The name of its author, as it was then.' })
  contentAuthor!: string;
  @Field(() => String, { description: 'When it was made.' })
  contentDate!: string;
  @Field(() => DateTime, { description: 'When it was reported.' })
  createdDate!: string;
}

@ObjectType({ description: 'Something that was reported, with its reports. Only staff see it.', simpleResolvers: true })
export class ModerationCase {
  @Field(() => ID, { description: 'Id of the case.' })
  id!: string;
  @Field(() => ReportedKind, { description: 'What was reported.' })
  kind!: SubjectKind;
  @Field(() => ID, { description: 'Global id of what was reported. It may be deleted since.' })
  subjectId!: string;
  @Field(() => ID, { description: 'Id of the user who was reported, or who has made what was reported.' })
  personId!: string;
  @Field(() => String, { description: 'The name of that user today.' })
  personName!: string;
  @Field(() => ModerationStatus, { description: 'How far staff have got with it.' })
  status!: CaseStatus;
  @Field(() => Int, { description: 'How many users have reported it.' })
  reportCount!: number;
  @Field(() => DateTime, { description: 'When somebody first reported it last.' })
  reportedDate!: string;
  @Field(() => Boolean, { description: 'Whether the content is hidden.' })
  isHidden!: boolean;
  @Field(() => Boolean, { description: 'Whether the account of that user is suspended.' })
  isSuspended!: boolean;
  @Field(() => String, { nullable: true, description: 'Of a picture: a URL of it for you. Null for everything else.' })
  pictureUrl!: string | null;
  @Field(() => [AbuseReport], { description: `The reports, newest first; the last ${shownReports}.` })
  reports!: AbuseReport[];
}

@ObjectType({ description: 'A page of cases, the oldest first.', simpleResolvers: true })
export class ModerationCaseConnection extends connectionType<CaseRow>(() => ModerationCase, 'ModerationCase', 'cases') {
  @Field(() => Int, { description: 'The total number of cases.' })
  totalCount!: number | Promise<number>;
}

@ObjectType({ description: 'Something that staff have done. Only staff see it.', simpleResolvers: true })
export class ModerationLogEntry {
  @Field(() => ID, { description: 'Id of the entry.' })
  id!: string;
  @Field(() => ID, {
    nullable: true,
    description: 'Who did it. Null for what ended by itself, and once that account is deleted.',
  })
  staffId!: string | null;
  @Field(() => String, { description: 'The name of who did it; otherwise empty.' })
  staffName!: string;
  @Field(() => ModerationAction, { description: 'What was done.' })
  action!: ActionWord;
  @Field(() => ReportedKind, { description: 'To what.' })
  kind!: SubjectKind;
  @Field(() => ID, { description: 'Global id of that.' })
  subjectId!: string;
  @Field(() => ID, { nullable: true, description: 'Whom it concerns. Null once that account is deleted.' })
  personId!: string | null;
  @Field(() => String, { description: 'The name of whom it concerns; otherwise empty.' })
  personName!: string;
  @Field(() => String, { description: 'Why; may be empty.' })
  note!: string;
  @Field(() => DateTime, { nullable: true, description: 'When a suspension ends by itself.' })
  until!: string | null;
  @Field(() => DateTime, { description: 'When it was done.' })
  createdDate!: string;
}

@ObjectType({ description: 'A page of what staff have done, newest first.', simpleResolvers: true })
export class ModerationLogConnection extends connectionType<ActRow>(
  () => ModerationLogEntry,
  'ModerationLog',
  'log entries',
) {
  @Field(() => Int, { description: 'The total number of entries.' })
  totalCount!: number | Promise<number>;
}
