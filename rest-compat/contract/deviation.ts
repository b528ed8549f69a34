/** A statement of the interface that the service does not hold to the letter. */
export interface Deviation {
  /** What the interface says. */
  says: string;
  /** What the service does. */
  does: string;
  why: string;
  /** What an app sees that relies on the statement. */
  app: string;
  /** The decision, as it is numbered in `docs/decisions.md`. */
  decision: string;
  /** The labels of the rows that it is about. */
  rows: readonly string[];
}
