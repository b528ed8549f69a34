import { reportSubject, withdrawReport } from '../../src/domain/moderation/report-subject.ts';
import type { SubjectKind } from '../../src/domain/moderation/subject.ts';
import { invalid } from '../../src/errors.ts';
import { databaseIdOf, readGlobalId } from '../global-id.ts';
import { subjectKindOf, typeOfSubject } from './subject-types.ts';
import { input, inputOf, mutation, payloadOf } from '../mutation.ts';
import { lengths } from '../../src/platform/text.ts';

const reportInput = inputOf('Report', 'The object to report, and the reason.', {
  id: ['ID!', 'Id of the user, post, comment, message or picture.'],
  reason: ['ReportReason!', 'The reason for the report.'],
  text: ['String', `Further information for the staff, at most ${lengths.note} characters.`],
});

const reportPayload = payloadOf(
  'Report',
  'Result of `reportPerson`, `reportPost`, `reportComment`, `reportMessage` and `reportPicture`.',
  {
    reported: ['Boolean!', 'Always true. The staff will review the report.'],
  },
);

const reporting = (name: string, kind: SubjectKind, subject: string) =>
  mutation(name, {
    about: `Reports ${subject} to the staff. You can report whatever you may see. No other user learns of the report. If you report the same object again, your new report replaces the first one.`,
    scope: 'PEOPLE_WRITE',
    codes: ['NOT_FOUND'],
    input: reportInput,
    payload: reportPayload,
    run: async (context, given) => {
      await reportSubject(context, kind, databaseIdOf(typeOfSubject[kind], given.id), given);
      return { reported: true };
    },
  });

export const reportMutations = [
  reporting('reportPerson', 'person', 'a user'),
  reporting('reportPost', 'post', 'a post'),
  reporting('reportComment', 'comment', 'a comment'),
  reporting('reportMessage', 'message', 'a message'),
  reporting('reportPicture', 'picture', 'a picture of a post'),
  mutation('withdrawReport', {
    about: 'Withdraws your report of something. What the staff has decided in the meantime remains.',
    scope: 'PEOPLE_WRITE',
    codes: ['NOT_FOUND'],
    input: input('The report to withdraw.', {
      id: ['ID!', 'Id of the user, post, comment, message or picture that you have reported.'],
    }),
    payload: { withdrawn: ['Boolean!', 'Always true.'] },
    run: async (context, { id }) => {
      const node = readGlobalId(id);
      const kind = node && subjectKindOf(node.type);
      if (!kind) throw invalid('id', 'is not the id of a user, post, comment, message or picture', 'WRONG_ID');
      await withdrawReport(context, kind, node.databaseId);
      return { withdrawn: true };
    },
  }),
];
