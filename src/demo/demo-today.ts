import { DateTime } from 'luxon';
import { demoRunners } from './demo-cast.ts';
import type { DemoRunner } from './demo-cast.ts';
import type { DemoRun } from './demo-runs.ts';

/** Runners with a run that has just ended, at any hour. They are in every feed of the demo account. */
const justBack: readonly string[] = ['priya', 'demo'];

const minute = 60_000;
/** The time since the end of the run. */
const restMs = 10 * minute;
/** On a day that is younger, no run can have ended. */
const shortestDayMs = 3 * minute;

/** The types of run by the hour from which they fit, in the time zone of the runner. */
const words = [
  [0, 'Could not sleep', 'Empty streets, and every light was green.'],
  [5, 'First thing, $place', 'Nobody up but the birds.'],
  [11, 'Lunch loop, $place', 'Back at the desk with wet hair.'],
  [17, 'After work, $place', 'Left the day somewhere on the second half.'],
  [22, 'Last one out', 'Only the street lamps and me.'],
] as const;

/**
 * Public runs of the current day with a recording, which ended some minutes ago. The day is current in UTC and in the
 * time zone of the runner: just after midnight the run is short, and in the first minutes of a day the run belongs to
 * the previous day.
 */
export function runsOfToday(now: Date): DemoRun[] {
  return demoRunners.filter(({ name }) => justBack.includes(name)).map((runner) => runOfToday(runner, now.getTime()));
}

function runOfToday(runner: DemoRunner, now: number): DemoRun {
  const { pace, kilometers, haunts } = runner.running;
  const secondsAKilometer = Math.round(pace * 1.05);
  const day = Math.max(...['UTC', runner.home.timezone].map((zone) => midnightBefore(now, zone)));
  const ordinaryMs = kilometers * 0.6 * secondsAKilometer * 1000;
  const fits = now - restMs - ordinaryMs >= day || now - day < shortestDayMs;
  const startMs = fits ? now - restMs - ordinaryMs : day + 20_000;
  // Milliseconds divided by seconds for each kilometer are meters. A recording takes somewhat longer than planned
  // because of its hills.
  const meters = Math.round((fits ? ordinaryMs : Math.min(ordinaryMs, (now - startMs) * 0.6)) / secondsAKilometer);
  const [, title, body] =
    meters < 1500
      ? [0, 'Round the block', 'Only some minutes, but they count.']
      : words.findLast(([hour]) => hour <= hourOf(startMs, runner))!;
  const haunt = haunts[0] ?? null;
  return {
    runner,
    title: title.replace('$place', haunt?.name ?? 'the gym'),
    body,
    type: 'Slow',
    privacy: 'public',
    startMs,
    meters,
    secondsAKilometer,
    haunt,
  };
}

const midnightBefore = (ms: number, zone: string) => DateTime.fromMillis(ms, { zone }).startOf('day').toMillis();
const hourOf = (ms: number, { home }: DemoRunner) => DateTime.fromMillis(ms, { zone: home.timezone }).hour;
