/** The kinds of objects that can be reported: users and their content. */
export const subjectKinds = ['person', 'post', 'comment', 'message', 'picture'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** The kinds of content that staff can hide. */
export type ContentKind = Exclude<SubjectKind, 'person'>;

/** The reasons for a report. */
export const reportReasons = [
  'spam',
  'harassment',
  'hate',
  'violence',
  'sexual',
  'self_harm',
  'impersonation',
  'privacy',
  'other',
] as const;
export type ReportReason = (typeof reportReasons)[number];

/** The status of a case. */
export const caseStatuses = ['open', 'dismissed', 'resolved'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** The actions of the staff. */
export const moderationActions = ['hide', 'restore', 'suspend', 'unsuspend', 'dismiss'] as const;
export type ModerationAction = (typeof moderationActions)[number];

/** A copy of an object at the time of its report, of limited size. */
export interface Snapshot {
  /** The name of its author. */
  author: string;
  /** The beginning of its text. For a user it is empty, and for a picture it is the text of its post. */
  text: string;
  /** When it was created, ISO 8601. */
  createdDate: string;
}

/** The largest number of characters of a text in a copy. */
export const snapshotLength = 2_000;
