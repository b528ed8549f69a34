import { beginningOf } from '../../../platform/text.ts';
import type { ImportOutcome, RefusedPart } from '../../accounts/data-import.entity.ts';

/** What became of something in an archive. */
export interface Outcome {
  kind: ImportOutcome;
  /** The run here to which the pictures and the route that follow belong; 0: none. Left out: the same as before. */
  workoutId?: number;
  /** The files that did not come in. */
  refused?: RefusedPart[];
  /** Sentences about what is missing of what came in. */
  notes?: string[];
}

/** The message of a failure as a sentence that ends, and that is not long. */
export function sentenceOf(message: string): string {
  const short = message.length > 500 ? `${beginningOf(message, 500)}…` : message;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}
