import type { ReportKind } from './period.ts';

/** The path whose signature allows to switch off one user's reports of one kind. */
export function turnOffPath(kind: ReportKind, userId: number): string {
  return `/reports/${kind}/${userId}/off`;
}
