import { DateTime } from 'luxon';
import type { Privacy } from '../domain/rules/visibility.ts';
import type { RunType } from '../domain/workouts/run-types.ts';
import { demoRunners } from './demo-cast.ts';
import type { DemoRunner, Haunt } from './demo-cast.ts';
import { diceOf } from './demo-track.ts';
import type { Dice } from './demo-track.ts';
import { runsOfToday } from './demo-today.ts';

/** A run of a demo runner. */
export interface DemoRun {
  runner: DemoRunner;
  title: string;
  body: string;
  type: RunType;
  privacy: Privacy;
  startMs: number;
  meters: number;
  secondsAKilometer: number;
  /** Null for a run on a treadmill, without a recording. */
  haunt: Haunt | null;
}

type Kind = readonly [
  type: RunType,
  title: string,
  body: string,
  /** Factors for the runner's ordinary distance and easy pace. */
  distance: number,
  pace: number,
];

const kinds: readonly Kind[] = [
  ['Endurance', 'Long one, $place', 'Two bananas, one gel, no regrets.', 1.9, 1.03],
  ['Endurance', 'Morning loop', '', 1, 1],
  ['Endurance', 'Before work, $place', 'Fog until the last kilometer, then sun on everything.', 1.1, 1],
  ['Endurance', 'Steady', 'Kept it boring on purpose. Heart rate agreed.', 1.2, 0.98],
  ['Slow', 'Recovery', 'Slower than the dog walkers.', 0.6, 1.15],
  ['Slow', 'Easy talk pace', '', 0.8, 1.1],
  ['Slow', 'Shake-out', 'Legs still know about Sunday.', 0.5, 1.12],
  ['Tempo', 'Tempo around $place', 'Twenty minutes comfortably hard, the rest just hard.', 0.9, 0.9],
  ['Tempo', 'Progression', 'Every kilometer a bit faster than the one before. Nearly.', 1, 0.92],
  ['Interval', '8 × 400', 'Number seven is always the worst.', 0.8, 0.94],
  ['Interval', 'Fartlek', 'From lamp post to lamp post.', 0.9, 0.95],
  ['Elevation', 'Hill repeats', 'Went up. Came down. Asked why. Went up.', 0.8, 1.1],
  ['Elevation', 'The view was worth it', '', 1.2, 1.08],
  ['Group', 'Wednesday group', 'New faces today, welcome!', 0.9, 1.02],
  ['Group', 'Club run, $place', 'Coffee after. The coffee was the point.', 1, 1.04],
  ['Race', 'parkrun', 'Five kilometers, one sprint finish, zero dignity.', 0, 0.84],
  ['Race', '10k race', 'Went out too fast, as tradition demands.', 0, 0.87],
  ['Indoor', 'Treadmill', 'Rain sideways. Watched a cooking show.', 0.7, 1.02],
];

const raceMeters: Record<string, number> = { parkrun: 5030, '10k race': 10_060 };
const weeks = 4;
const day = 86_400_000;
/** The smallest time between two runs. */
const restBetweenMs = 3 * 3_600_000;

/** All runs of the last weeks, in the order in which they ended. */
export function demoRuns(now: Date): DemoRun[] {
  const dice = diceOf(2026);
  const today = runsOfToday(now);
  const rested = (run: DemoRun) =>
    today.every(({ runner, startMs }) => runner !== run.runner || endOf(run) < startMs - restBetweenMs);
  const earlier = demoRunners.flatMap((runner) => runsOf(runner, now, dice)).filter(rested);
  return [...earlier, ...today].sort((a, b) => endOf(a) - endOf(b));
}

/** The approximate time of its end. */
export function endOf(run: DemoRun): number {
  return run.startMs + (run.meters / 1000) * run.secondsAKilometer * 1000;
}

function runsOf(runner: DemoRunner, now: Date, dice: Dice): DemoRun[] {
  const runs: DemoRun[] = [];
  let last: Kind | undefined;
  const gap = 7 / runner.running.runsAWeek;
  for (let ago = weeks * 7 - dice() * gap; ago > 0.9; ago -= gap * (0.75 + dice() * 0.5)) {
    const suitable = kinds.filter(
      (kind) => kind !== last && (runner.running.haunts.length > 0 || kind[0] === 'Indoor' || kind[0] === 'Slow'),
    );
    last = pick(suitable, dice);
    const run = runOf(runner, last, startAt(runner, now.getTime() - ago * day, dice), dice);
    // A post that only its author sees has no likes, and every post that is new in a feed has some.
    if (run.privacy === 'private' && ago < 10) run.privacy = 'friends';
    if (endOf(run) < now.getTime() - 600_000) runs.push(run);
  }
  // The demo account has posts of each privacy at any hour, so that the playground can show who sees them.
  const [oldest, next] = runs;
  if (runner === demoRunners[0] && oldest && next) [oldest.privacy, next.privacy] = ['private', 'friends'];
  return runs;
}

function runOf(runner: DemoRunner, kind: Kind, startMs: number, dice: Dice): DemoRun {
  const [type, title, body, distance, pace] = kind;
  const haunt = type === 'Indoor' || runner.running.haunts.length === 0 ? null : pick(runner.running.haunts, dice);
  const meters = raceMeters[title] ?? Math.round(runner.running.kilometers * 1000 * distance * (0.9 + dice() * 0.2));
  return {
    runner,
    type: haunt ? type : 'Indoor',
    title: title.replace('$place', haunt?.name ?? 'the gym'),
    body,
    privacy: privacyOf(runner, dice()),
    startMs,
    meters,
    secondsAKilometer: Math.round(runner.running.pace * pace * (0.98 + dice() * 0.04)),
    haunt,
  };
}

/** Most runs are public, some are for friends, and few are private. */
function privacyOf(runner: DemoRunner, chance: number): Privacy {
  if (runner.role === 'featured') return chance < 0.9 ? 'public' : 'friends';
  return chance < 0.62 ? 'public' : chance < 0.9 ? 'friends' : 'private';
}

/** The morning or the evening of that day in the time zone of the runner. */
function startAt(runner: DemoRunner, ms: number, dice: Dice): number {
  const [hour, spread] = dice() < 0.6 ? [6, 110] : [17, 150];
  const midnight = DateTime.fromMillis(ms, { zone: runner.home.timezone }).startOf('day');
  return midnight
    .set({ hour })
    .plus({ seconds: Math.floor(dice() * spread * 60) })
    .toMillis();
}

function pick<Item>(items: readonly Item[], dice: Dice): Item {
  return items[Math.floor(dice() * items.length)]!;
}
