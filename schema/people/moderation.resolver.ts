import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { dismissReport } from '../../src/domain/people/moderation/dismiss-report.ts';
import { hideContent, restoreContent } from '../../src/domain/people/moderation/hide-content.ts';
import type { ActRow, CaseRow } from '../../src/domain/people/moderation/moderation.queries.ts';
import { countActs, countCases, listActs, listCases } from '../../src/domain/people/moderation/read-moderation.ts';
import type { ContentKind, SubjectKind } from '../../src/domain/people/moderation/subject.ts';
import { suspendPerson, unsuspendPerson } from '../../src/domain/people/moderation/suspend-person.ts';
import { pictureUrl } from '../../src/domain/pictures/picture-urls.ts';
import { invalid } from '../../src/errors.ts';
import { databaseIdOf, globalId, readGlobalId } from '../global-id.ts';
import type { NodeType } from '../global-id.ts';
import { byId, newestFirst } from '../pagination/orders.ts';
import { readPage } from '../pagination/page.ts';
import { mustBeStaff } from '../../src/domain/rules/staff-only.ts';
import {
  DismissReportInput,
  HideContentInput,
  ModerationLogArgs,
  ModerationQueueArgs,
  RestoreContentInput,
  SuspendPersonInput,
  UnsuspendPersonInput,
} from './moderation.input.ts';
import { DismissReportPayload, ModerateContentPayload, ModeratePersonPayload } from './moderation.payloads.ts';
import {
  AbuseReport,
  ModerationCase,
  ModerationCaseConnection,
  ModerationLogConnection,
  ModerationLogEntry,
} from './moderation.type.ts';

const typeOf: Record<SubjectKind, NodeType> = {
  person: 'User',
  post: 'Post',
  comment: 'Comment',
  message: 'Message',
  picture: 'Picture',
};
const kindOf: Partial<Record<NodeType, ContentKind>> = {
  Post: 'post',
  Comment: 'comment',
  Message: 'message',
  Picture: 'picture',
};

@Resolver(() => ModerationCase)
export class ModerationResolver {
  @Query(() => ModerationCaseConnection, {
    description: 'What was reported, each thing with all its reports, the oldest case first. For staff.',
  })
  moderationQueue(@Args() args: ModerationQueueArgs, @Ctx() context: Context): Promise<ModerationCaseConnection> {
    const status = args.status ?? null;
    mustBeStaff(context);
    return readPage(args, {
      ...byId,
      read: ({ limit, offset, after }) => listCases(context, status, { limit, offset, afterId: after ?? 0 }),
      count: () => countCases(context, status),
    });
  }

  @Query(() => ModerationLogConnection, {
    description: 'What staff have done, when, to whom and why, newest first. For staff.',
  })
  moderationLog(
    @Args() { userId, ...page }: ModerationLogArgs,
    @Ctx() context: Context,
  ): Promise<ModerationLogConnection> {
    mustBeStaff(context);
    const personId = userId == null ? null : databaseIdOf('User', userId, 'userId');
    return newestFirst(
      page,
      (asked) => listActs(context, personId, asked),
      () => countActs(context, personId),
    );
  }

  @Mutation(() => ModerateContentPayload, {
    description:
      'Hides content from everybody but its author, who sees that it is hidden, and resolves its case. With a post, its workout and the route of that are hidden. For staff.',
  })
  async hideContent(
    @Arg('input', () => HideContentInput) { id, note }: HideContentInput,
    @Ctx() context: Context,
  ): Promise<ModerateContentPayload> {
    mustBeStaff(context);
    await hideContent(context, ...contentOf(id), note);
    return { id, isHidden: true };
  }

  @Mutation(() => ModerateContentPayload, { description: 'Shows content again that was hidden. For staff.' })
  async restoreContent(
    @Arg('input', () => RestoreContentInput) { id, note }: RestoreContentInput,
    @Ctx() context: Context,
  ): Promise<ModerateContentPayload> {
    mustBeStaff(context);
    await restoreContent(context, ...contentOf(id), note);
    return { id, isHidden: false };
  }

  @Mutation(() => DismissReportPayload, {
    description: 'Dismisses a case. It is open again once another user reports the same. For staff.',
  })
  async dismissReport(
    @Arg('input', () => DismissReportInput) { caseId, note }: DismissReportInput,
    @Ctx() context: Context,
  ): Promise<DismissReportPayload> {
    mustBeStaff(context);
    await dismissReport(context, caseIdOf(caseId), note);
    return { caseId };
  }

  @Mutation(() => ModeratePersonPayload, {
    description:
      'Suspends an account: it cannot be signed in to, and the user and everything of theirs is there for nobody. Nothing is deleted. For staff.',
  })
  async suspendPerson(
    @Arg('input', () => SuspendPersonInput) { userId, until, note }: SuspendPersonInput,
    @Ctx() context: Context,
  ): Promise<ModeratePersonPayload> {
    mustBeStaff(context);
    const ends = until == null ? null : new Date(until);
    await suspendPerson(context, databaseIdOf('User', userId, 'userId'), ends, note);
    return { userId, isSuspended: true };
  }

  @Mutation(() => ModeratePersonPayload, {
    description: 'Ends a suspension: everything is there as it was before. For staff.',
  })
  async unsuspendPerson(
    @Arg('input', () => UnsuspendPersonInput) { userId, note }: UnsuspendPersonInput,
    @Ctx() context: Context,
  ): Promise<ModeratePersonPayload> {
    mustBeStaff(context);
    await unsuspendPerson(context, databaseIdOf('User', userId, 'userId'), note);
    return { userId, isSuspended: false };
  }

  @FieldResolver(() => String)
  id(@Root() { id }: CaseRow): string {
    return Buffer.from(`ModerationCase:${id}`).toString('base64url');
  }

  @FieldResolver(() => String)
  subjectId(@Root() { kind, subjectId }: CaseRow): string {
    return globalId(typeOf[kind], subjectId);
  }

  @FieldResolver(() => String)
  personId(@Root() { personId }: CaseRow): string {
    return globalId('User', personId);
  }

  @FieldResolver(() => String)
  pictureUrl(@Root() { kind, subjectId }: CaseRow, @Ctx() context: Context): string | null {
    return kind === 'picture' ? pictureUrl(context, subjectId, 'detail') : null;
  }

  @FieldResolver(() => [AbuseReport])
  reports(@Root() { reports }: CaseRow): AbuseReport[] {
    return reports.map(({ reporterId, snapshot, ...report }) => ({
      ...report,
      reporterId: reporterId === null ? null : globalId('User', reporterId),
      contentText: snapshot.text,
      contentAuthor: snapshot.author,
      contentDate: snapshot.createdDate,
    }));
  }
}

@Resolver(() => ModerationLogEntry)
export class ModerationLogResolver {
  @FieldResolver(() => String)
  id(@Root() { id }: ActRow): string {
    return Buffer.from(`ModerationAct:${id}`).toString('base64url');
  }

  @FieldResolver(() => String)
  staffId(@Root() { staffId }: ActRow): string | null {
    return staffId === null ? null : globalId('User', staffId);
  }

  @FieldResolver(() => String)
  subjectId(@Root() { kind, subjectId }: ActRow): string {
    return globalId(typeOf[kind], subjectId);
  }

  @FieldResolver(() => String)
  personId(@Root() { personId }: ActRow): string | null {
    return personId === null ? null : globalId('User', personId);
  }
}

/** The kind and the integer id of content. @throws Failure INVALID */
function contentOf(id: string): [kind: ContentKind, id: number] {
  const read = readGlobalId(id);
  const kind = read && kindOf[read.type];
  if (!read || !kind) throw invalid('id', 'is not the id of a post, comment, message or picture');
  return [kind, read.databaseId];
}

/** The integer id of a case. @throws Failure INVALID */
function caseIdOf(id: string): number {
  const [, digits] = /^ModerationCase:([1-9]\d{0,15})$/.exec(Buffer.from(id, 'base64url').toString('latin1')) ?? [];
  const caseId = Number(digits);
  if (!Number.isSafeInteger(caseId)) throw invalid('caseId', 'is not the id of a case');
  return caseId;
}
