import type { FileName } from './field.ts';

/** A value that cannot be used. */
export class Unusable {
  /** The end of a sentence that begins with the name of the field: `is required`. */
  readonly why: string;
  /** Whether it is a fault also of a field whose values may be left out. */
  readonly isNeverLeftOut: boolean;

  /** The refused record because of which it cannot be used. */
  readonly of: { file: FileName; id: number } | undefined;

  constructor(
    why: string,
    { isNeverLeftOut = false, of }: { isNeverLeftOut?: boolean; of?: { file: FileName; id: number } } = {},
  ) {
    [this.why, this.isNeverLeftOut, this.of] = [why, isNeverLeftOut, of];
  }
}

/** Says something about a value that is used all the same: the end of a sentence that begins with the name of the field. */
export type Remark = (sentence: string) => void;
