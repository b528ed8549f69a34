import { list } from '../../platform/database/list.ts';
import { limitAt, sql, Sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';
import { lengths } from '../../platform/text.ts';
import { isSuspended } from '../rules/visibility.ts';
import { isHiddenByStaff } from './content.queries.ts';
import type { CaseStatus, ModerationAction, ReportReason, Snapshot, SubjectKind } from './subject.ts';

/** A report of a case, as the staff see it. */
export interface ReportRow {
  reporterId: number | null;
  reporterName: string;
  reason: ReportReason;
  text: string;
  snapshot: Snapshot;
  createdDate: string;
}

/** A reported object, as the staff see it. */
export interface CaseRow {
  id: number;
  kind: SubjectKind;
  subjectId: number;
  personId: number;
  personName: string;
  status: CaseStatus;
  reportCount: number;
  reportedDate: string;
  isHidden: boolean;
  isSuspended: boolean;
  /** The newest reports. */
  reports: ReportRow[];
}

/** The largest number of reports of a case that are shown. */
export const shownReports = 20;

const staffOnly = { all: 'only staff run it, which `mustBeStaff` has checked' };
const nameOf = (user: string) => `coalesce(${user}.first_name || ' ' || ${user}.last_name, '')`;
const isHidden = `case k.kind
  when 'post' then exists (select 1 from post p where p.id = k.subject_id and ${isHiddenByStaff('p')})
  when 'comment' then exists (select 1 from comment c where c.id = k.subject_id and c.is_hidden)
  when 'message' then exists (select 1 from message m where m.id = k.subject_id and m.is_hidden)
  when 'picture' then exists (select 1 from picture pic where pic.id = k.subject_id and pic.is_hidden)
  else false end`;
const reportsSql = `(select json_agg(json_build_object('reporterId', r.reporter_id, 'reporterName', ${nameOf('o')},
    'reason', r.reason, 'text', r.text, 'snapshot', r.snapshot,
    'createdDate', to_char(r.created_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) order by r.id desc)
  from (select * from abuse_report t where t.case_id = k.id order by t.id desc limit ${shownReports}) r
  left join users o on o.id = r.reporter_id) as reports`;

/** Each report has a note and the beginning of a text. */
const reports = new Sql(reportsSql, {
  columns: { reports: shownReports * 4 * (lengths.note + 2000 + 3 * lengths.name) },
});

/**
 * `$1` is the status, or null for all cases, `$2` the limit, `$3` the offset, and `$4` an id. Only cases with a higher id
 * are returned, with the oldest first.
 */
export const queuedCases = statement.read<CaseRow>(
  'queued_cases',
  sql`select k.id, k.kind, k.subject_id as "subjectId", k.person_id as "personId", ${nameOf('u')} as "personName", k.status,
     k.report_count as "reportCount", k.reported_date as "reportedDate", ${isHidden} as "isHidden",
     ${isSuspended('k.person_id')} as "isSuspended", ${reports}
   from (select * from moderation_case q where ($1::text is null or q.status = $1::text) and q.id > $4::bigint
     order by q.id limit ${limitAt(2)} offset $3) k join users u on u.id = k.person_id order by k.id`,
  staffOnly,
);

/** `$1` is the status, or null for all cases. */
export const caseCount = statement.read<{ count: number }>(
  'case_count',
  'select count(*) as count from moderation_case where $1::text is null or status = $1::text',
  staffOnly,
);

/** An action of the staff, as the staff see it. */
export interface ActRow {
  id: number;
  staffId: number | null;
  staffName: string;
  action: ModerationAction;
  kind: SubjectKind;
  subjectId: number;
  personId: number | null;
  personName: string;
  note: string;
  until: string | null;
  createdDate: string;
}

/** `$1` is the user concerned, or null for all users. */
export const loggedActs = list<ActRow>({
  name: 'logged_acts',
  order: 'newest first',
  parameters: 1,
  rows: ({ within, order, slice }) =>
    sql`select a.id, a.staff_id as "staffId", ${nameOf('s')} as "staffName", a.action, a.kind, a.subject_id as "subjectId",
     a.person_id as "personId", ${nameOf('u')} as "personName", a.note, a.until, a.created_date as "createdDate"
   from moderation_act a left join users s on s.id = a.staff_id left join users u on u.id = a.person_id
   where ${within('a.id')} and ($1::bigint is null or a.person_id = $1::bigint) order by a.id ${order} ${slice}`,
  sees: [staffOnly],
  total: statement.read(
    'act_count',
    'select count(*) as count from moderation_act where $1::bigint is null or person_id = $1::bigint',
    staffOnly,
  ),
});
