import type { CursorFaults } from '@runners/live-log';
import { Failure, invalid } from '../../errors.ts';

/** What callers are told of a cursor of live events that cannot be resumed after. */
export const cursorFaults: CursorFaults = {
  expired: () => new Failure('CURSOR_EXPIRED'),
  malformed: () => invalid('after', 'is no cursor of a live event', 'MALFORMED'),
  ahead: () => invalid('after', 'lies ahead of everything that has happened', 'OUT_OF_RANGE'),
};
