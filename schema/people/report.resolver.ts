import { Arg, Ctx, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { reportSubject, withdrawReport } from '../../src/domain/moderation/report-subject.ts';
import type { SubjectKind } from '../../src/domain/moderation/subject.ts';
import { invalid } from '../../src/errors.ts';
import { databaseIdOf, readGlobalId } from '../global-id.ts';
import { ReportInput, WithdrawReportInput } from './report.input.ts';
import { subjectKindOf, typeOfSubject } from './subject-types.ts';
import { RootField } from '../root-field.ts';
import { outputFields } from '../fields.ts';

@ObjectType({
  description: 'Result of `reportPerson`, `reportPost`, `reportComment`, `reportMessage` and `reportPicture`.',
})
class ReportPayload extends outputFields({
  reported: ['Boolean!', 'Always true. The staff will review the report.'],
}) {}

@ObjectType({ description: 'Result of `withdrawReport`.' })
class WithdrawReportPayload extends outputFields({ withdrawn: ['Boolean!', 'Always true.'] }) {}

const reporting = (subject: string) => ({
  nullable: true,
  description: `Reports ${subject} to the staff. You can report whatever you may see. No other user learns of the report. If you report the same object again, your new report replaces the first one.`,
});

@Resolver()
export class ReportResolver {
  @Mutation(() => ReportPayload, reporting('a user'))
  @RootField({ scope: 'PEOPLE_WRITE', codes: ['NOT_FOUND'] })
  reportPerson(@Arg('input', () => ReportInput) input: ReportInput, @Ctx() context: Context): Promise<ReportPayload> {
    return reported(context, 'person', input);
  }

  @Mutation(() => ReportPayload, reporting('a post'))
  @RootField({ scope: 'PEOPLE_WRITE', codes: ['NOT_FOUND'] })
  reportPost(@Arg('input', () => ReportInput) input: ReportInput, @Ctx() context: Context): Promise<ReportPayload> {
    return reported(context, 'post', input);
  }

  @Mutation(() => ReportPayload, reporting('a comment'))
  @RootField({ scope: 'PEOPLE_WRITE', codes: ['NOT_FOUND'] })
  reportComment(@Arg('input', () => ReportInput) input: ReportInput, @Ctx() context: Context): Promise<ReportPayload> {
    return reported(context, 'comment', input);
  }

  @Mutation(() => ReportPayload, reporting('a message'))
  @RootField({ scope: 'PEOPLE_WRITE', codes: ['NOT_FOUND'] })
  reportMessage(@Arg('input', () => ReportInput) input: ReportInput, @Ctx() context: Context): Promise<ReportPayload> {
    return reported(context, 'message', input);
  }

  @Mutation(() => ReportPayload, reporting('a picture of a post'))
  @RootField({ scope: 'PEOPLE_WRITE', codes: ['NOT_FOUND'] })
  reportPicture(@Arg('input', () => ReportInput) input: ReportInput, @Ctx() context: Context): Promise<ReportPayload> {
    return reported(context, 'picture', input);
  }

  @Mutation(() => WithdrawReportPayload, {
    nullable: true,
    description: 'Withdraws your report of something. What the staff has decided in the meantime remains.',
  })
  @RootField({ scope: 'PEOPLE_WRITE', codes: ['NOT_FOUND'] })
  async withdrawReport(
    @Arg('input', () => WithdrawReportInput) { id }: WithdrawReportInput,
    @Ctx() context: Context,
  ): Promise<WithdrawReportPayload> {
    const node = readGlobalId(id);
    const kind = node && subjectKindOf(node.type);
    if (!kind) throw invalid('id', 'is not the id of a user, post, comment, message or picture', 'WRONG_ID');
    await withdrawReport(context, kind, node.databaseId);
    return { withdrawn: true };
  }
}

async function reported(context: Context, kind: SubjectKind, input: ReportInput): Promise<ReportPayload> {
  await reportSubject(context, kind, databaseIdOf(typeOfSubject[kind], input.id), input);
  return { reported: true };
}
