import type { LogPosition } from './event-log.ts';

/** What is wrong with a cursor. */
export interface CursorFaults {
  /** Events after it are deleted, or were lost when the database was restored, or the log is that of another database. */
  expired(): Error;
  /** It is no cursor. */
  malformed(): Error;
  /** It lies ahead of the log. */
  ahead(): Error;
}

/** The opaque cursor of a position in the log. */
export function cursorOf(epoch: string, seq: number): string {
  return Buffer.from(`${epoch.slice(0, 8)}:${seq}`).toString('base64url');
}

/**
 * The position that a cursor names. A cursor of a former epoch is valid up to the position at which that epoch ended: what came
 * later was lost, and the same positions are those of other events now.
 * @throws what one of the faults returns
 */
export function readCursor(cursor: string, position: LogPosition, faults: CursorFaults): number {
  const [, epoch, digits] = /^([0-9a-f]{8}):(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (epoch === undefined) throw faults.malformed();
  const seq = Number(digits);
  const former = position.former.find((one) => one.startsWith(epoch));
  const kept = position.epoch.startsWith(epoch) || (former !== undefined && seq <= lastOf(former));
  if (!kept) throw faults.expired();
  if (seq > position.lastSeq) throw faults.ahead();
  if (seq < position.prunedSeq) throw faults.expired();
  return seq;
}

/** The last position of a former epoch that is in this database. */
export function lastOf(former: string): number {
  return Number(former.slice(former.indexOf(':') + 1));
}
