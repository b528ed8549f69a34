import { Failure, invalid } from '../../errors.ts';
import type { LogPosition } from './event-log.ts';

/** The opaque cursor of a position in the log (`live.ts`). */
export function cursorOf(epoch: string, seq: number): string {
  return Buffer.from(`${epoch.slice(0, 8)}:${seq}`).toString('base64url');
}

/**
 * The position that a cursor names.
 * @throws Failure INVALID for an invalid cursor or one ahead of the log, CURSOR_EXPIRED when events after it are
 * deleted or the log is another one (the database was restored)
 */
export function readCursor(cursor: string, position: LogPosition): number {
  const [, epoch, digits] = /^([0-9a-f]{8}):(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (epoch === undefined) throw invalid('after', 'is no cursor of a live event', 'MALFORMED');
  if (!position.epoch.startsWith(epoch)) throw new Failure('CURSOR_EXPIRED');
  const seq = Number(digits);
  if (seq > position.lastSeq) throw invalid('after', 'lies ahead of everything that has happened', 'OUT_OF_RANGE');
  if (seq < position.prunedSeq) throw new Failure('CURSOR_EXPIRED');
  return seq;
}
