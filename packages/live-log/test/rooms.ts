import type { Hearing } from '../hearing/deliver.ts';
import type { LiveEvent } from '../hearing/listeners.ts';
import { topic } from '../hearing/topics.ts';
import { makeLiveLog } from '../live-log.ts';
import type { LiveLog } from '../live-log.ts';
import type { LogPosition } from '../log/event-log.ts';
import type { OpenNotifications } from '../notifications/notifications.ts';
import type { Feed } from '../subscription/subscription.ts';
import type { MemoryLog, Said } from './memory-log.ts';

export const inRoom = topic('room');
const channel = (room: number) => `room:${room}`;

/** What cannot be loaded. */
export const unloadable = 'unloadable';

const hearing: Hearing<Said, number, string> = {
  whoHears: async (audience, events) => {
    if (events.some(({ text }) => text === unloadable)) throw new Error('cannot be loaded');
    return events.flatMap((event) =>
      [...audience.of(inRoom, event.room)].map((listener) => [listener, event, event.text] as const),
    );
  },
  whoMoves: () => [],
  channelsOf: async (events) => new Map(events.map(({ room, seq }) => [channel(room), seq])),
};

/** The complaints of a process to its operator. */
export type Complaints = string[];

/** The live events of a process about what is said in rooms. */
export function makeRooms(log: MemoryLog, notifications: OpenNotifications | null = null, complaints: Complaints = []) {
  const complain = (_data: object, text: string) => void complaints.push(text);
  return makeLiveLog<Said, number, string>({
    log,
    hearing,
    logger: { debug: () => {}, info: () => {}, warn: complain, error: complain },
    notifications,
    faults: {
      expired: () => new Error('expired'),
      malformed: () => new Error('malformed'),
      ahead: () => new Error('ahead'),
      tooSlow: () => new Error('too slow'),
      mostWaiting: 20,
    },
  });
}

/** Listens in a room, with pages of three events. The end of the log is read now, or was before. */
export async function listen(
  live: LiveLog<Said, number, string>,
  log: MemoryLog,
  room: number,
  after: string | null = null,
  end: LogPosition | null = null,
): Promise<Feed<string>> {
  const sources = {
    topics: [inRoom.of(room)],
    channels: () => [channel(room)],
    missed: async (range: { after: number; upTo: number; most: number }) => {
      if (range.after < log.prunedSeq) throw new Error('expired');
      return log.of(room, range.after, range.upTo, range.most);
    },
    most: 3,
  };
  return live.subscribe(room, sources, after, end ?? (await live.position()));
}

/** What was said. */
export const textsOf = (events: readonly { happened: string }[]): string[] => events.map(({ happened }) => happened);

/** Takes so many events. */
export async function take(feed: Feed<string>, count: number): Promise<LiveEvent<string>[]> {
  const taken: LiveEvent<string>[] = [];
  while (taken.length < count) {
    const { value, done } = await feed.next();
    if (done) throw new Error(`the feed has ended after ${taken.length} of ${count}`);
    taken.push(value);
  }
  return taken;
}
