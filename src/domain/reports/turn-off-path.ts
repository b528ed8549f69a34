import type { ReportKind } from './period.ts';

/** The path whose signature allows turning off one kind of report for one user. */
export function turnOffPath(kind: ReportKind, userId: number): string {
  return `/reports/${kind}/${userId}/off`;
}
