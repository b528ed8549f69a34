import { Failure, invalid } from '../../errors.ts';
import type { LogPosition } from './event-log.ts';

/** The opaque cursor of a position in the log (`live.ts`). */
export function cursorOf(epoch: string, seq: number): string {
  return Buffer.from(`${epoch.slice(0, 8)}:${seq}`).toString('base64url');
}

/**
 * The position that a cursor names. A cursor of a former epoch is valid up to the position at which that epoch ended: what came
 * later was lost, and the same positions are those of other events now (decisions D425).
 * @throws Failure INVALID for an invalid cursor or one ahead of the log, CURSOR_EXPIRED when events after it are
 * deleted, or were lost when the database was restored, or the log is that of another database
 */
export function readCursor(cursor: string, position: LogPosition): number {
  const [, epoch, digits] = /^([0-9a-f]{8}):(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (epoch === undefined) throw invalid('after', 'is no cursor of a live event', 'MALFORMED');
  const seq = Number(digits);
  const former = position.former.find((one) => one.startsWith(epoch));
  const kept = position.epoch.startsWith(epoch) || (former !== undefined && seq <= lastOf(former));
  if (!kept) throw new Failure('CURSOR_EXPIRED');
  if (seq > position.lastSeq) throw invalid('after', 'lies ahead of everything that has happened', 'OUT_OF_RANGE');
  if (seq < position.prunedSeq) throw new Failure('CURSOR_EXPIRED');
  return seq;
}

/** The last position of a former epoch that is in this database. */
export function lastOf(former: string): number {
  return Number(former.slice(former.indexOf(':') + 1));
}
