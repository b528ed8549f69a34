import { Args, Ctx, FieldResolver, Query, Resolver, Root, ArgsType } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { dismissReport } from '../../src/domain/moderation/dismiss-report.ts';
import { hideContent, restoreContent } from '../../src/domain/moderation/hide-content.ts';
import type { ActRow, CaseRow } from '../../src/domain/moderation/moderation.queries.ts';
import { countActs, countCases, listActs, listCases } from '../../src/domain/moderation/read-moderation.ts';
import type { ContentKind } from '../../src/domain/moderation/subject.ts';
import { suspendPerson, unsuspendPerson } from '../../src/domain/moderation/suspend-person.ts';
import { pictureUrl } from '../../src/domain/pictures/picture-urls.ts';
import { invalid } from '../../src/errors.ts';
import { databaseIdOf, globalId, readGlobalId } from '../global-id.ts';
import { byId, newestFirst } from '../pagination/orders.ts';
import { readPage } from '../pagination/page.ts';
import { mustBeStaff } from '../../src/domain/context.ts';
import {
  AbuseReport,
  ModerationCase,
  ModerationCaseConnection,
  ModerationLogConnection,
  ModerationLogEntry,
} from './moderation.type.ts';
import { contentKindOf, typeOfSubject } from './subject-types.ts';
import { RootField } from '../root-field.ts';
import { inputFields } from '../fields.ts';
import { TwoWayPage, ForwardPage } from '../pagination/page.input.ts';
import { decision, contentDecision, personDecision } from './moderation.input.ts';
import { input, mutation, payloadOf } from '../mutation.ts';

@ArgsType()
class ModerationQueueArgs extends inputFields(ForwardPage, {
  status: ['ModerationStatus', 'Only cases with this status. Null returns all cases.', 'open'],
}) {}

@ArgsType()
class ModerationLogArgs extends inputFields(TwoWayPage, {
  userId: ['ID', 'Only actions that concern this user.'],
}) {}

@Resolver(() => ModerationCase)
export class ModerationResolver {
  @Query(() => ModerationCaseConnection, {
    nullable: true,
    description:
      'The reported objects with their reports, with the oldest case first. The list pages forwards only. Only staff can use this field.',
  })
  @RootField({ scope: 'PEOPLE_READ', codes: ['NOT_STAFF'] })
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
    nullable: true,
    description: 'The log of the actions of the staff, with the newest action first. Only staff can use this field.',
  })
  @RootField({ scope: 'PEOPLE_READ', codes: ['NOT_STAFF'] })
  moderationLog(
    @Args() { userId, ...page }: ModerationLogArgs,
    @Ctx() context: Context,
  ): Promise<ModerationLogConnection> {
    mustBeStaff(context);
    const personId = userId == null ? null : databaseIdOf('User', userId, 'userId');
    return newestFirst(
      page,
      (request) => listActs(context, personId, request),
      () => countActs(context, personId),
    );
  }

  @FieldResolver(() => String)
  id(@Root() { id }: CaseRow): string {
    return Buffer.from(`ModerationCase:${id}`).toString('base64url');
  }

  @FieldResolver(() => String)
  subjectId(@Root() { kind, subjectId }: CaseRow): string {
    return globalId(typeOfSubject[kind], subjectId);
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
    return globalId(typeOfSubject[kind], subjectId);
  }

  @FieldResolver(() => String)
  personId(@Root() { personId }: ActRow): string | null {
    return personId === null ? null : globalId('User', personId);
  }
}

/** The kind and the integer id of content. @throws Failure INVALID for an id of anything else */
function contentOf(id: string): [kind: ContentKind, id: number] {
  const read = readGlobalId(id);
  const kind = read && contentKindOf(read.type);
  if (!read || !kind) throw invalid('id', 'is not the id of a post, comment, message or picture', 'WRONG_ID');
  return [kind, read.databaseId];
}

/** The integer id of a case. @throws Failure INVALID for any other id */
function caseIdOf(id: string): number {
  const [, digits] = /^ModerationCase:([1-9]\d{0,15})$/.exec(Buffer.from(id, 'base64url').toString('latin1')) ?? [];
  const caseId = Number(digits);
  if (!Number.isSafeInteger(caseId)) throw invalid('caseId', 'is not the id of a case', 'WRONG_ID');
  return caseId;
}

const moderateContentPayload = payloadOf('ModerateContent', 'Result of `hideContent` and `restoreContent`.', {
  id: ['ID!', 'Id of the content.'],
  isHidden: ['Boolean!', 'Whether the content is now hidden.'],
});

const moderatePersonPayload = payloadOf('ModeratePerson', 'Result of `suspendPerson` and `unsuspendPerson`.', {
  userId: ['ID!', 'Id of the user.'],
  isSuspended: ['Boolean!', 'Whether the account is now suspended.'],
});

const moderating = (name: string, isHidden: boolean, operation: typeof hideContent, what: string, about: string) =>
  mutation(name, {
    about,
    scope: 'PEOPLE_WRITE',
    codes: ['NOT_STAFF', 'NOT_FOUND'],
    input: input(what, contentDecision),
    payload: moderateContentPayload,
    run: async (context, { id, note }) => {
      mustBeStaff(context);
      await operation(context, ...contentOf(id), note);
      return { id, isHidden };
    },
  });

export const moderationMutations = [
  moderating(
    'hideContent',
    true,
    hideContent,
    'The content to hide.',
    'Hides content from everyone except its author, who sees that it is hidden, and resolves its case. The workout of a post and the route made from it are hidden as well. Only staff can use this mutation.',
  ),
  moderating(
    'restoreContent',
    false,
    restoreContent,
    'The content to restore.',
    'Makes hidden content visible again, and dismisses its case. Only staff can use this mutation.',
  ),
  mutation('dismissReport', {
    about:
      'Dismisses a case. It is opened again when another user reports the same object. Only staff can use this mutation.',
    scope: 'PEOPLE_WRITE',
    codes: ['NOT_STAFF', 'NOT_FOUND'],
    input: input('The case to dismiss.', { ...decision, caseId: ['ID!', 'Id of the case.'] }),
    payload: { caseId: ['ID!', 'Id of the case.'] },
    run: async (context, { caseId, note }) => {
      mustBeStaff(context);
      await dismissReport(context, caseIdOf(caseId), note);
      return { caseId };
    },
  }),
  mutation('suspendPerson', {
    about:
      'Suspends an account. Its owner cannot sign in, and nobody can see the user or the content of the user. Nothing is deleted. Only staff can use this mutation.',
    scope: 'PEOPLE_WRITE',
    codes: ['NOT_STAFF', 'NOT_FOUND'],
    input: input('The account to suspend.', {
      ...personDecision,
      until: [
        'DateTime',
        'When the suspension expires. If it is left out, the suspension lasts until `unsuspendPerson` is called.',
      ],
    }),
    payload: moderatePersonPayload,
    run: async (context, { userId, until, note }) => {
      mustBeStaff(context);
      const ends = until == null ? null : new Date(until);
      await suspendPerson(context, databaseIdOf('User', userId, 'userId'), ends, note);
      return { userId, isSuspended: true };
    },
  }),
  mutation('unsuspendPerson', {
    about: 'Ends a suspension, which makes everything visible again. Only staff can use this mutation.',
    scope: 'PEOPLE_WRITE',
    codes: ['NOT_STAFF', 'NOT_FOUND'],
    input: input('The account whose suspension is ended.', personDecision),
    payload: moderatePersonPayload,
    run: async (context, { userId, note }) => {
      mustBeStaff(context);
      await unsuspendPerson(context, databaseIdOf('User', userId, 'userId'), note);
      return { userId, isSuspended: false };
    },
  }),
];
