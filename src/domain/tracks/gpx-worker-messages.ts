import type { WorkoutFile } from './workout-file.ts';

/** What a GPX worker is told. */
export interface GpxBounds {
  maxPoints: number;
}

/** The answer of a GPX worker. */
export type GpxAnswer = { file: WorkoutFile } | { refused: 'malformed' | 'too-many-points'; message: string };
