/*
 * node read-files.js FILE …
 *
 * Reads recordings as the service does, in a process of its own, and prints a line of JSON for each: what came of it and what that took.
 */
import { readFileSync } from 'node:fs';
import { MalformedRecording, readRecording, TooManyPoints } from '@runners/recordings';
import { MAX_ITEMS } from '../../../src/platform/bodies/max-values.ts';
import { figuresOf, tracksOf } from './figures.ts';
import type { Figures } from './figures.ts';

/** What the process prints about a file. */
export interface Read {
  /** The sentence with which it was refused; null if it was not. */
  refused: string | null;
  activities: number;
  figures: Figures;
  /** Milliseconds of processor time, and the most bytes of the process so far, beyond those with which it began. */
  cpu: number;
  memory: number;
}

const idle = process.memoryUsage.rss();
for (const path of process.argv.slice(2)) {
  const bytes = readFileSync(path);
  const read: Read = { refused: null, activities: 0, figures: figuresOf([]), cpu: 0, memory: 0 };
  const before = process.cpuUsage();
  try {
    const recording = readRecording(bytes, { maxPoints: MAX_ITEMS });
    const tracks = tracksOf(recording);
    read.activities = tracks.length;
    read.figures = figuresOf(tracks);
  } catch (error) {
    if (!(error instanceof MalformedRecording || error instanceof TooManyPoints)) throw error;
    read.refused = error.message;
  }
  const { user, system } = process.cpuUsage(before);
  read.cpu = (user + system) / 1000;
  read.memory = Math.max(0, process.resourceUsage().maxRSS * 1024 - idle);
  process.stdout.write(`${JSON.stringify(read)}\n`);
}
