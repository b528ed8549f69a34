/** A GPX document has more points than allowed: 413 (decisions W22). */
export class TooManyPoints extends Error {
  /** @param maxPoints the number of points that is allowed */
  constructor(readonly maxPoints: number) {
    super(`more than ${maxPoints.toLocaleString('en-US')} points`);
    this.name = 'TooManyPoints';
  }
}
