/** A value that cannot be used. */
export class Unusable {
  /** The end of a sentence that begins with the name of the field: `is required`. */
  readonly why: string;
  /** Whether it is a fault also of a field whose values may be left out. */
  readonly isNeverLeftOut: boolean;

  constructor(why: string, { isNeverLeftOut = false } = {}) {
    [this.why, this.isNeverLeftOut] = [why, isNeverLeftOut];
  }
}

/** Says something about a value that is used all the same: the end of a sentence that begins with the name of the field. */
export type Remark = (sentence: string) => void;
