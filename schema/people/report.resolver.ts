import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { reportSubject } from '../../src/domain/people/moderation/report-subject.ts';
import type { SubjectKind } from '../../src/domain/people/moderation/subject.ts';
import { databaseIdOf } from '../global-id.ts';
import { ReportInput } from './report.input.ts';
import { ReportPayload } from './report.payloads.ts';
import { typeOfSubject } from './subject-types.ts';

const reporting = (subject: string) => ({
  description: `Reports ${subject} to the staff. You can report whatever you may see. No other user learns of the report. If you report the same object again, your new report replaces the first one.`,
});

@Resolver()
export class ReportResolver {
  @Mutation(() => ReportPayload, reporting('a user'))
  reportPerson(@Arg('input', () => ReportInput) input: ReportInput, @Ctx() context: Context): Promise<ReportPayload> {
    return reported(context, 'person', input);
  }

  @Mutation(() => ReportPayload, reporting('a post'))
  reportPost(@Arg('input', () => ReportInput) input: ReportInput, @Ctx() context: Context): Promise<ReportPayload> {
    return reported(context, 'post', input);
  }

  @Mutation(() => ReportPayload, reporting('a comment'))
  reportComment(@Arg('input', () => ReportInput) input: ReportInput, @Ctx() context: Context): Promise<ReportPayload> {
    return reported(context, 'comment', input);
  }

  @Mutation(() => ReportPayload, reporting('a message'))
  reportMessage(@Arg('input', () => ReportInput) input: ReportInput, @Ctx() context: Context): Promise<ReportPayload> {
    return reported(context, 'message', input);
  }

  @Mutation(() => ReportPayload, reporting('a picture of a post'))
  reportPicture(@Arg('input', () => ReportInput) input: ReportInput, @Ctx() context: Context): Promise<ReportPayload> {
    return reported(context, 'picture', input);
  }
}

async function reported(context: Context, kind: SubjectKind, input: ReportInput): Promise<ReportPayload> {
  await reportSubject(context, kind, databaseIdOf(typeOfSubject[kind], input.id), input);
  return { reported: true };
}
