import { ActivityBuilder, checkActivities, emptyMoment } from '../activity/activity-builder.ts';
import type { PointBudget } from '../activity/activity-builder.ts';
import type { Activity } from '../activity/activity.ts';
import { MalformedRecording } from '../gpx/malformed-recording.ts';
import { fitFiles, readFitMessages } from './messages.ts';
import { sportOf } from './profile.ts';

/** Seconds from 1970 until the first moment of FIT, 1989-12-31. */
const FIT_EPOCH = 631_065_600;
/** The event `timer`, and its type `start`. */
const [TIMER, START] = [0, 0];
const DEGREES = 180 / 2 ** 31;

/** What a file says of one activity: Unix milliseconds, seconds and meters; NaN for what it does not say. */
interface Session {
  start: number;
  sport: string | null;
  seconds: number;
  meters: number;
}

/**
 * Reads the activities of a FIT file: one for each session of each chained file, or one for a file that was cut off before its session
 * was written. A segment begins where the timer was started, and each record with a position is a point.
 * @param maxPoints the largest number of points of all activities together
 * @throws MalformedRecording when it is no FIT file, or has no activity, with a sentence that says which; TooManyPoints
 */
export function readFit(bytes: Buffer, maxPoints: number): Activity[] {
  const kinds = new Set<number>();
  const activities: Activity[] = [];
  const budget = { most: maxPoints, left: maxPoints };
  let begun = 0;
  for (const file of fitFiles(bytes)) {
    const builders = buildersOf(file, budget, kinds);
    checkActivities((begun += builders.length));
    fill(builders, file);
    activities.push(...builders.flatMap((builder) => builder.build() ?? []));
  }
  if (activities.length > 0) return activities;
  const what = [...kinds].map((kind) => fileKinds[kind]).find((kind) => kind !== undefined);
  throw new MalformedRecording(
    what ? `it is a FIT file of ${what}, not of an activity` : 'nothing of an activity is in the FIT file',
  );
}

/** What is in FIT files that are not of activities, by the number of their kind. */
const fileKinds: Readonly<Record<number, string>> = {
  1: 'a device',
  2: 'settings',
  3: 'a sport',
  5: 'a workout plan',
  6: 'a course',
  7: 'schedules',
  9: 'weights',
  10: 'totals',
  11: 'goals',
  14: 'blood pressure',
  15: 'a day',
  20: 'a summary',
  28: 'a day',
  32: 'a day',
  34: 'segments',
  35: 'segments',
};

/** An empty builder for each activity of a file, in the order of their times. */
function buildersOf(file: Buffer, budget: PointBudget, kinds: Set<number>): ActivityBuilder[] {
  const sessions: Session[] = [];
  let sport: string | null = null;
  readFitMessages(file, {
    fileId: ({ type }) => kinds.add(type),
    sport: (values) => (sport = sportOf(values.sport, values.subSport)),
    session: (values) => {
      checkActivities(sessions.length + 1);
      const { start, time, elapsed, timer, meters } = values;
      const startMs = Number.isNaN(start) ? unixMs(time - elapsed) : unixMs(start);
      sessions.push({ start: startMs, sport: sportOf(values.sport, values.subSport), seconds: timer, meters });
    },
  });
  if (sessions.length === 0) sessions.push({ start: NaN, sport, seconds: NaN, meters: NaN });
  return sessions
    .filter(({ start }, i) => sessions.findIndex((other) => Object.is(other.start, start)) === i)
    .sort((one, other) => one.start - other.start)
    .map((session) => Object.assign(new ActivityBuilder(budget), { ...session, sport: session.sport ?? sport }));
}

/** Gives each record and lap to the activity in whose time it was written. */
function fill(builders: readonly ActivityBuilder[], file: Buffer): void {
  const at = (time: number) => builders.findLast(({ start }) => start <= time) ?? (builders[0] as ActivityBuilder);
  const moment = emptyMoment();
  let current = builders[0] as ActivityBuilder;
  readFitMessages(file, {
    record: (values) => {
      moment.time = unixMs(values.time);
      moment.latitude = values.latitude * DEGREES;
      moment.longitude = values.longitude * DEGREES;
      moment.elevation = Number.isNaN(values.fineAltitude) ? values.altitude : values.fineAltitude;
      moment.meters = values.meters;
      moment.heartRate = values.heartRate;
      moment.cadence = values.cadence;
      moment.power = values.power;
      moment.temperature = values.temperature;
      moment.speed = Number.isNaN(values.fineSpeed) ? values.speed : values.fineSpeed;
      if (builders.length > 1 && !Number.isNaN(moment.time)) current = at(moment.time);
      current.add(moment);
    },
    lap: ({ start, timer, meters }) => at(unixMs(start)).addLap(unixMs(start), timer, meters),
    event: ({ event, type }) => {
      if (event === TIMER && type === START) for (const builder of builders) builder.pause();
    },
  });
}

/** Unix milliseconds of a time of FIT, or NaN. A device without a date counts from 1989, and its times still say how long it took. */
function unixMs(seconds: number): number {
  return (seconds + FIT_EPOCH) * 1000;
}
