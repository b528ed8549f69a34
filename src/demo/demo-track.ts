import { metersADegree, TrackBuilder } from '@runners/recordings';
import type { Track } from '@runners/recordings';
import type { Haunt } from './demo-cast.ts';

/** Pseudo-random numbers from 0 to 1, determined by the seed. */
export type Dice = () => number;

/** Mulberry32, so that the demo data are the same everywhere. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The style of a demo run. */
interface DemoEffort {
  meters: number;
  secondsAKilometer: number;
  startMs: number;
  /** Fast and slow parts alternate. */
  intervals: boolean;
}

const secondsBetweenPoints = 6;
const corners = 360;

/** A recording as a watch makes it: laps of an irregular loop, slower uphill than downhill, with a little noise. */
export function demoTrack(haunt: Haunt, effort: DemoEffort, dice: Dice): Track {
  const laps = Math.max(1, Math.round(effort.meters / haunt.lap));
  const loop = loopOf(haunt, effort.meters / laps);
  const builder = new TrackBuilder();
  const eastScale = metersADegree * Math.cos((haunt.latitude * Math.PI) / 180);
  const noise = { x: 0, y: 0, speed: 0 };
  let meters = 0;
  let ms = effort.startMs;
  for (;;) {
    const { x, y } = pointAt(loop, meters);
    const height = heightAt(haunt, x, y);
    noise.x = noise.x * 0.9 + (dice() - 0.5) * 1.2;
    noise.y = noise.y * 0.9 + (dice() - 0.5) * 1.2;
    noise.speed = noise.speed * 0.8 + (dice() - 0.5) * 0.04;
    const latitude = haunt.latitude + (y + noise.y) / metersADegree;
    builder.addPoint(latitude, haunt.longitude + (x + noise.x) / eastScale, Math.round(height * 10) / 10, ms);
    if (meters >= effort.meters) return builder.build();
    const ahead = pointAt(loop, meters + 20);
    const slope = (heightAt(haunt, ahead.x, ahead.y) - height) / 20;
    const rhythm = !effort.intervals ? 1 : Math.floor((ms - effort.startMs) / 150_000) % 2 === 1 ? 1.22 : 0.86;
    const speed = (1000 / effort.secondsAKilometer) * rhythm * (1 - 3 * slope + noise.speed);
    meters = Math.min(effort.meters, meters + speed * secondsBetweenPoints);
    ms += secondsBetweenPoints * 1000;
  }
}

interface Loop {
  x: number[];
  y: number[];
  /** The distance in meters from the start to each corner. */
  along: number[];
}

/** The shape of the loop, scaled to the given length. */
function loopOf(haunt: Haunt, length: number): Loop {
  const dice = diceOf(Math.round((haunt.latitude + 90) * 1e4) * 7919 + Math.round((haunt.longitude + 180) * 1e4));
  const waves = [2, 3, 5, 7, 11].map((times) => ({
    times,
    size: (dice() * 0.55) / times,
    shift: dice() * 2 * Math.PI,
  }));
  const x: number[] = [];
  const y: number[] = [];
  const along: number[] = [];
  for (let i = 0; i <= corners; i++) {
    const angle = (i / corners) * 2 * Math.PI;
    const radius = 1 + waves.reduce((sum, { times, size, shift }) => sum + size * Math.sin(times * angle + shift), 0);
    x.push(radius * Math.cos(angle) * 1.25);
    y.push(radius * Math.sin(angle));
    along.push(i === 0 ? 0 : along[i - 1]! + Math.hypot(x[i]! - x[i - 1]!, y[i]! - y[i - 1]!));
  }
  const scale = length / along[corners]!;
  return { x: x.map((v) => v * scale), y: y.map((v) => v * scale), along: along.map((v) => v * scale) };
}

/** Meters east and north of the center at a distance along the loop. */
function pointAt({ x, y, along }: Loop, meters: number): { x: number; y: number } {
  const length = along[corners]!;
  const rest = meters % length;
  let i = Math.min(corners - 1, Math.floor((rest / length) * corners));
  while (along[i]! > rest) i--;
  while (along[i + 1]! < rest) i++;
  const part = (rest - along[i]!) / (along[i + 1]! - along[i]!);
  return { x: x[i]! + (x[i + 1]! - x[i]!) * part, y: y[i]! + (y[i + 1]! - y[i]!) * part };
}

/** Smooth hills, the same in each lap. */
function heightAt({ elevation, hills }: Haunt, x: number, y: number): number {
  return elevation + hills * (0.6 * Math.sin(x / 520 + 1) * Math.cos(y / 610) + 0.4 * Math.sin((x + y) / 330));
}
