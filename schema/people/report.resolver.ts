import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { report } from '../../src/domain/people/moderation/report.ts';
import type { SubjectKind } from '../../src/domain/people/moderation/subject.ts';
import { databaseIdOf } from '../global-id.ts';
import type { NodeType } from '../global-id.ts';
import { ReportInput } from './report.input.ts';
import { ReportPayload } from './report.payloads.ts';

@Resolver()
export class ReportResolver {
  @Mutation(() => ReportPayload, {
    description:
      'Reports a user that you may see to staff. Nobody else learns of it, and reporting the same again counts once.',
  })
  reportPerson(@Arg('input', () => ReportInput) input: ReportInput, @Ctx() context: Context): Promise<ReportPayload> {
    return reported(context, 'person', 'User', input);
  }

  @Mutation(() => ReportPayload, {
    description:
      'Reports a post that you may see to staff. Nobody else learns of it, and reporting the same again counts once.',
  })
  reportPost(@Arg('input', () => ReportInput) input: ReportInput, @Ctx() context: Context): Promise<ReportPayload> {
    return reported(context, 'post', 'Post', input);
  }

  @Mutation(() => ReportPayload, {
    description:
      'Reports a comment that you may see to staff. Nobody else learns of it, and reporting the same again counts once.',
  })
  reportComment(@Arg('input', () => ReportInput) input: ReportInput, @Ctx() context: Context): Promise<ReportPayload> {
    return reported(context, 'comment', 'Comment', input);
  }

  @Mutation(() => ReportPayload, {
    description:
      'Reports a message that you may see to staff. Nobody else learns of it, and reporting the same again counts once.',
  })
  reportMessage(@Arg('input', () => ReportInput) input: ReportInput, @Ctx() context: Context): Promise<ReportPayload> {
    return reported(context, 'message', 'Message', input);
  }

  @Mutation(() => ReportPayload, {
    description:
      'Reports a picture of a post that you may see to staff. Nobody else learns of it, and reporting the same again counts once.',
  })
  reportPicture(@Arg('input', () => ReportInput) input: ReportInput, @Ctx() context: Context): Promise<ReportPayload> {
    return reported(context, 'picture', 'Picture', input);
  }
}

async function reported(
  context: Context,
  kind: SubjectKind,
  type: NodeType,
  input: ReportInput,
): Promise<ReportPayload> {
  await report(context, kind, databaseIdOf(type, input.id), input);
  return { reported: true };
}
