import { cursorOf, readCursor } from '@runners/live-log';
import type { LogPosition } from '@runners/live-log';
import type { Viewer } from '../process-context.ts';
import type { Database } from '../../platform/database/database.ts';
import { failureOf } from '../../errors.ts';
import { cursorFaults } from './cursor-faults.ts';
import type { LogEvent } from './event-log.ts';
import { changesOf } from './interests/changes-of-one.ts';
import { changesMissed } from './interests/changes.ts';
import { readMissedEvents } from './interests/missed.ts';
import type { MissedChanges } from './live.ts';

/** The largest number of events of the log that are read for a page, and of objects that have changed in it. */
const mostRead = 500;
export const mostChanged = 100;

/**
 * Reads what has changed for the viewer after a cursor, up to a position of the log, as it is visible now. What has changed
 * often is in the page once.
 * @throws Failure INVALID for a cursor that is none
 */
export async function readChanges(
  database: Database,
  viewer: Viewer,
  after: string | null,
  end: LogPosition,
): Promise<MissedChanges> {
  const ofLog = (seq: number) => cursorOf(end.epoch, seq);
  const anew: MissedChanges = {
    cursor: ofLog(end.lastSeq),
    changed: { kind: 'changed', changes: [], reset: true },
    hasMore: false,
    cursorOf: ofLog,
  };
  if (after === null) return anew;
  try {
    const begin = readCursor(after, end, cursorFaults);
    const range = { after: begin, upTo: end.lastSeq, most: mostRead };
    const found = await readMissedEvents(database, [changesMissed, viewer.id], range);
    const events = firstOf(found);
    const changed = await changesOf(database, viewer.id, events);
    if (changed.reset) return anew;
    const hasMore = events.length < found.length || found.length === mostRead;
    const upTo = hasMore ? (events.at(-1)?.seq ?? end.lastSeq) : end.lastSeq;
    return { cursor: ofLog(upTo), changed, hasMore, cursorOf: ofLog };
  } catch (error) {
    if (failureOf(error)?.code === 'CURSOR_EXPIRED') return anew;
    throw error;
  }
}

/** The events up to the one that would be about one object too many. */
function firstOf(events: readonly LogEvent[]): LogEvent[] {
  const objects = new Set<string>();
  const first: LogEvent[] = [];
  for (const event of events) {
    objects.add(`${event.kind.split('-', 1)[0]} ${event.subjectId} ${event.userId}`);
    if (objects.size > mostChanged) break;
    first.push(event);
  }
  return first;
}
