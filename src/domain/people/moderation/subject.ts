/** What can be reported: a person, or something that a person has made. */
export const subjectKinds = ['person', 'post', 'comment', 'message', 'picture'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** What staff can hide. */
export type ContentKind = Exclude<SubjectKind, 'person'>;

/** Why something is reported. */
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

/** How far staff have got with what was reported. */
export const caseStatuses = ['open', 'dismissed', 'resolved'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** What staff do. */
export const moderationActions = ['hide', 'restore', 'suspend', 'unsuspend', 'dismiss'] as const;
export type ModerationAction = (typeof moderationActions)[number];

/** What something was like when it was reported: bounded, whatever its author has written. */
export interface Snapshot {
  /** The name of its author. */
  author: string;
  /** The beginning of its text; of a person empty, of a picture the text of its post. */
  text: string;
  /** When it was made, ISO 8601. */
  createdDate: string;
}

/** The most characters of a text that a snapshot keeps. */
export const snapshotLength = 2_000;
