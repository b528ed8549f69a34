import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { commentVisibleTo } from '../feed/comment.queries.ts';
import { visible as pictureVisible } from '../pictures/picture.queries.ts';
import { Failure, invalid } from '../../errors.ts';
import { deliveredTo, takesPartIn, userVisibleTo, visibleTo } from '../rules/visibility.ts';
import { checkText } from '../../platform/text.ts';
import { snapshotLength } from './subject.ts';
import type { ReportReason, Snapshot, SubjectKind } from './subject.ts';

/** A report, as its reporter sees it. */
interface Reported extends Snapshot {
  /** Null if the author of the message has deleted the account. */
  personId: number | null;
}

const columns = (person: string, text: string, date: string) =>
  `${person} as "personId", coalesce(u.first_name || ' ' || u.last_name, '') as author,
   left(${text}, ${snapshotLength}) as text, ${date} as "createdDate"`;
const postText = `coalesce(w.title || E'\\n', '') || p.body`;

/** `$1` is the viewer, and `$2` the id. The result has no row if the object does not exist or the viewer may not see it. */
const subjects: Record<SubjectKind, Statement<Reported>> = {
  person: statement.read(
    'reported_person',
    `select ${columns('u.id', `''`, 'u.date_joined')} from users u where u.id = $2 and ${userVisibleTo('$1', 'u.id')}`,
    userVisibleTo,
  ),
  post: statement.read(
    'reported_post',
    `select ${columns('p.author_id', postText, 'p.created_date')} from post p join users u on u.id = p.author_id
     left join workout w on w.id = p.workout_id where p.id = $2 and ${visibleTo('$1', 'p')}`,
    visibleTo,
  ),
  comment: statement.read(
    'reported_comment',
    `select ${columns('c.user_id', 'c.comment', 'c.submit_date')} from comment c join post p on p.id = c.post_id
     join users u on u.id = c.user_id where c.id = $2 and ${commentVisibleTo('$1')}`,
    visibleTo,
  ),
  message: statement.read(
    'reported_message',
    `select ${columns('m.user_id', 'm.message', 'm.created_date')} from message m left join users u on u.id = m.user_id
     where m.id = $2 and not m.is_deleted and ${takesPartIn('$1', 'm.conversation_id')} and ${deliveredTo('$1', 'm')}`,
    takesPartIn,
    deliveredTo,
  ),
  picture: statement.read(
    'reported_picture',
    `select ${columns('p.author_id', postText, 'pic.created_date')} from picture pic join post p on p.id = pic.post_id
     join users u on u.id = p.author_id left join workout w on w.id = p.workout_id
     where pic.id = $2 and ${pictureVisible}`,
    visibleTo,
  ),
};

/** `$1` is the kind, `$2` the id, and `$3` the author. The case of the object is locked. */
const openCase = statement.write<{ id: number }>(
  'open_case',
  `insert into moderation_case as k (kind, subject_id, person_id) values ($1, $2, $3)
   on conflict (kind, subject_id) do update set kind = excluded.kind returning id`,
);

/**
 * `$1` is the case, `$2` the reporter, `$3` the reason, `$4` the text, and `$5` the copy. `added` is true if the
 * user had not reported the object before.
 */
const addReport = statement.write<{ added: boolean }>(
  'add_report',
  `insert into abuse_report (case_id, reporter_id, reason, text, snapshot) values ($1, $2, $3, $4, $5::jsonb)
   on conflict (case_id, reporter_id) do update set reason = excluded.reason, text = excluded.text
   returning xmax = 0 as added`,
);

/** `$1` is the case. The statement counts a further reporter, and opens the case again if it was decided. */
const countReport = statement.write(
  'count_report',
  `update moderation_case set report_count = report_count + 1, reported_date = now(), status = 'open' where id = $1`,
);

/** `$1` is the reporter, `$2` the kind and `$3` the id. */
const removeReport = statement.write<{ id: number }>(
  'remove_report',
  `with gone as (
     delete from abuse_report r using moderation_case c
     where c.kind = $2 and c.subject_id = $3 and r.case_id = c.id and r.reporter_id = $1 returning r.case_id
   )
   update moderation_case c set report_count = report_count - 1,
     status = case when status = 'open' and report_count <= 1 then 'dismissed' else status end
   from gone where c.id = gone.case_id returning c.id`,
);

/** The content of a report. */
export interface ReportInput {
  reason: ReportReason;
  /** The text of the reporter, which may be empty. */
  text?: string | null;
}

/**
 * Reports a user, or something that a user has created, to the staff. The author is not informed. A second report by
 * the same user replaces the first one. Only objects that the viewer may see can be reported.
 * @throws Failure NOT_FOUND, INVALID for one's own content, for an invalid text, and for a message whose author has
 * deleted the account; RATE_LIMITED
 */
export async function reportSubject(
  context: Context,
  kind: SubjectKind,
  id: number,
  { reason, text }: ReportInput,
): Promise<void> {
  const viewer = viewerOf(context);
  const words = checkText(text ?? '', 'text', 'note');
  const reported = await context.database.one(subjects[kind], [viewer.id, id]);
  if (!reported) throw new Failure('NOT_FOUND');
  const { personId, ...snapshot } = reported;
  if (personId === viewer.id) throw invalid('id', 'is your own');
  if (personId === null) throw invalid('id', 'was written by somebody who has deleted the account');
  await context.budget.spend('report');
  await context.database.transaction(async (tx) => {
    const { id: caseId } = (await tx.one(openCase, [kind, id, personId])) as { id: number };
    const added = await tx.one(addReport, [caseId, viewer.id, reason, words, JSON.stringify(snapshot)]);
    if (added?.added) await tx.all(countReport, [caseId]);
  });
}

/** Withdraws the report of an object by the viewer. The case is dismissed if nobody else has reported it. @throws Failure NOT_FOUND */
export async function withdrawReport(context: Context, kind: SubjectKind, id: number): Promise<void> {
  const withdrawn = await context.database.one(removeReport, [viewerOf(context).id, kind, id]);
  if (!withdrawn) throw new Failure('NOT_FOUND');
}
