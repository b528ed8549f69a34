/** A GPX document with more points than allowed: 413 (decisions W22). */
export class TooManyPoints extends Error {
  /** @param maxPoints how many are allowed */
  constructor(readonly maxPoints: number) {
    super(`more than ${maxPoints.toLocaleString('en-US')} points`);
    this.name = 'TooManyPoints';
  }
}
