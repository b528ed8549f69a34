import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { settings as bench } from '../bench/settings.ts';
import { settings } from './settings.ts';
import type { Part } from './settings.ts';

/** What was measured at one size. `key` tells it from the others of its part, `WORKERS=2 F REST`. */
export type Point = { key: string } & Record<string, string | number>;

/** Where, when and how points were measured. */
export interface Origin {
  date: string;
  commit: string;
  command: string;
  machine: string;
  cores: number;
  /** The load average of the minute before. Above about 1, other programs were running. */
  load: number;
  /** Requests at once, and how often and how long each was measured. */
  connections: number;
  rounds: number;
  seconds: number;
}

/** Points of one run, as `results/<part>.json` holds them. */
export interface Run extends Origin {
  points: Point[];
}

// The compiled program is in dist/tools/trials/scaling.
const fileOf = (part: Part) =>
  fileURLToPath(new URL(`../../../../tools/trials/scaling/results/${part}.json`, import.meta.url));

/** The runs of a part whose points still stand, oldest first. */
export function readRuns(part: Part): Run[] {
  return existsSync(fileOf(part)) ? (JSON.parse(readFileSync(fileOf(part), 'utf8')) as Run[]) : [];
}

/** What is true of the machine before a part is measured. */
export function originNow(part: Part): Origin {
  const variables = Object.entries(process.env)
    .filter(([name]) => name.startsWith('SCALING_') && !/_(SERVER|REDIS|KEEP)$/.test(name))
    .map(([name, value]) => ` ${name}=${value}`);
  const processors = cpus();
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    command: `SCALING=${part}${variables.join('')} npx runners scaling`,
    machine: `${processors.length} cores (${processors[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, node ${process.version}`,
    cores: processors.length,
    load: Number(loadavg()[0]?.toFixed(2)),
    connections: bench.connections,
    rounds: bench.rounds,
    seconds: part === 'events' ? settings.seconds : bench.seconds,
  };
}

/**
 * Writes points into the file of their part, where they replace older points with the same keys. The events of a run belong
 * together, and replace all older ones.
 */
export function writePoints(part: Part, origin: Origin, points: Point[]): void {
  const keys = new Set(points.map(({ key }) => key));
  const older = (part === 'events' ? [] : readRuns(part))
    .map((run) => ({ ...run, points: run.points.filter(({ key }) => !keys.has(key)) }))
    .filter((run) => run.points.length > 0);
  writeFileSync(fileOf(part), `${JSON.stringify([...older, { ...origin, points }], null, 2)}\n`);
}

/** Rounds a figure to four digits, as many as a measurement has at best. */
export const rounded = (value: number): number => Number(value.toPrecision(4));
