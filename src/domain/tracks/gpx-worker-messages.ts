import type { RecordingContent } from './workout-file.ts';

/** What a GPX worker is told. */
export interface GpxBounds {
  maxPoints: number;
  /** Whether the file may have another format than GPX. */
  isAnyFormat: boolean;
}

/** The answer of a GPX worker. */
export type GpxAnswer = { file: RecordingContent } | { refused: 'malformed' | 'too-many-points'; message: string };
