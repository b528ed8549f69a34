import { DateTime } from 'luxon';
import { demoRunners } from './demo-cast.ts';
import type { DemoRunner } from './demo-cast.ts';
import type { DemoRun } from './demo-runs.ts';

/** Runners who have just come home whatever the hour: between them they are in every feed of the demo account. */
const justBack: readonly string[] = ['priya', 'demo'];

const minute = 60_000;
/** How long ago they came home. */
const restMs = 10 * minute;
/** A day that is younger has room for no run. */
const shortestDayMs = 3 * minute;

/** By the hour from which they fit, where the runner lives. */
const words = [
  [0, 'Could not sleep', 'Empty streets, and every light was green.'],
  [5, 'First thing, $place', 'Nobody up but the birds.'],
  [11, 'Lunch loop, $place', 'Back at the desk with wet hair.'],
  [17, 'After work, $place', 'Left the day somewhere on the second half.'],
  [22, 'Last one out', 'Only the street lamps and me.'],
] as const;

/**
 * Runs of today, public and with a recording, that ended some minutes ago. Today is that of UTC and that of the runner: just
 * after midnight the run is short, and in the first minutes of a day it is still yesterday's.
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
  // Milliseconds by seconds a kilometer are meters. A recording takes somewhat longer than planned, by its hills.
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
