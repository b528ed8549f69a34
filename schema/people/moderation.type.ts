import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { CaseStatus, ModerationAction as ActionWord, SubjectKind } from '../../src/domain/moderation/subject.ts';
import { shownReports } from '../../src/domain/moderation/moderation.queries.ts';
import type { ActRow, CaseRow } from '../../src/domain/moderation/moderation.queries.ts';
import { ModerationAction, ModerationStatus, ReportedKind } from '../enums.ts';
import { connectionType } from '../pagination/connection.ts';
import { DateTime } from '../scalars.ts';
import { outputFields } from '../fields.ts';
import { snapshotLength } from '../../src/domain/moderation/subject.ts';

@ObjectType({ description: 'The report of one user. Only staff can read it.' })
export class AbuseReport extends outputFields({
  reporterId: ['ID', 'Id of the reporter. Null if that account was deleted.'],
  reporterName: ['String!', 'Name of the reporter. Empty if that account was deleted.'],
  reason: ['ReportReason!', 'The reason for the report.'],
  text: ['String!', 'The text of the reporter, which can be empty.'],
  contentText: [
    'String!',
    `The text of the reported object at the time of the report, up to ${snapshotLength} characters.`,
  ],
  contentAuthor: ['String!', 'The name of its author at the time of the report.'],
  contentDate: ['String!', 'When the reported object was created.'],
  createdDate: ['DateTime!', 'When the report was made.'],
}) {}

@ObjectType({ description: 'A reported object with its reports. Only staff can read it.', simpleResolvers: true })
export class ModerationCase {
  @Field(() => ID, { description: 'Id of the case.' })
  id!: string;
  @Field(() => ReportedKind, { description: 'The kind of the reported object.' })
  kind!: SubjectKind;
  @Field(() => ID, { description: 'Global id of the reported object, which may have been deleted since.' })
  subjectId!: string;
  @Field(() => ID, { description: 'Id of the reported user, or of the author of the reported content.' })
  personId!: string;
  @Field(() => String, { description: 'The current name of that user.' })
  personName!: string;
  @Field(() => ModerationStatus, { description: 'Whether the staff have decided the case, and how.' })
  status!: CaseStatus;
  @Field(() => Int, { description: 'The number of users who have reported the object.' })
  reportCount!: number;
  @Field(() => DateTime, { description: 'When a further user last reported the object.' })
  reportedDate!: string;
  @Field(() => Boolean, { description: 'Whether the content is hidden.' })
  isHidden!: boolean;
  @Field(() => Boolean, { description: 'Whether the account of that user is suspended.' })
  isSuspended!: boolean;
  @Field(() => String, { nullable: true, description: 'A URL of a reported picture. Null for other objects.' })
  pictureUrl!: string | null;
  @Field(() => [AbuseReport], { description: `The newest ${shownReports} reports, with the newest first.` })
  reports!: AbuseReport[];
}

@ObjectType({ description: 'A page of cases, with the oldest first.', simpleResolvers: true })
export class ModerationCaseConnection extends connectionType<CaseRow>(() => ModerationCase, 'ModerationCase', 'cases') {
  @Field(() => Int, { description: 'The total number of cases.' })
  totalCount!: number | Promise<number>;
}

@ObjectType({ description: 'An action of the staff. Only staff can read it.', simpleResolvers: true })
export class ModerationLogEntry {
  @Field(() => ID, { description: 'Id of the entry.' })
  id!: string;
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the staff user. Null if a suspension has expired, or if that account was deleted.',
  })
  staffId!: string | null;
  @Field(() => String, { description: 'Name of the staff user. Empty if `staffId` is null.' })
  staffName!: string;
  @Field(() => ModerationAction, { description: 'The kind of action.' })
  action!: ActionWord;
  @Field(() => ReportedKind, { description: 'The kind of the object that the action concerns.' })
  kind!: SubjectKind;
  @Field(() => ID, { description: 'Global id of that object.' })
  subjectId!: string;
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the user whom the action concerns. Null if that account was deleted.',
  })
  personId!: string | null;
  @Field(() => String, { description: 'Name of that user. Empty if `personId` is null.' })
  personName!: string;
  @Field(() => String, { description: 'The reason, which can be empty.' })
  note!: string;
  @Field(() => DateTime, {
    nullable: true,
    description: 'When the suspension expires. Null if it has no end, and for other actions.',
  })
  until!: string | null;
  @Field(() => DateTime, { description: 'When the action was taken.' })
  createdDate!: string;
}

@ObjectType({ description: 'A page of actions of the staff, with the newest first.', simpleResolvers: true })
export class ModerationLogConnection extends connectionType<ActRow>(
  () => ModerationLogEntry,
  'ModerationLog',
  'log entries',
) {
  @Field(() => Int, { description: 'The total number of entries.' })
  totalCount!: number | Promise<number>;
}
