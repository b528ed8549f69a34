/** A value that cannot be used. */
export class Unusable {
  /** The end of a sentence that begins with the name of the field: `is required`. */
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

/** Says something about a value that is used all the same: the end of a sentence that begins with the name of the field. */
export type Remark = (sentence: string) => void;
