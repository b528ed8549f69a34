import { answerLimits } from '../rules/answer-limits.ts';
import { Failure } from '../../errors.ts';

/** Lists of up to this many workouts are read in parallel. */
const shortList = 100;

/**
 * Counts the bytes of lines that one request reads in long lists. The long lists of a request are read one after the
 * other, so that `answerLimits` is exceeded by at most one list.
 */
export class LineMeter {
  #left: number = answerLimits.lineBytes;
  #last: Promise<unknown> = Promise.resolve();

  /** @throws Failure TOO_COSTLY once the request has read too much */
  read<Row extends { polyline: string }>(limit: number, rows: () => Promise<Row[]>): Promise<Row[]> {
    if (limit <= shortList) return rows();
    const found = this.#last.then(async () => {
      if (this.#left < 0)
        throw new Failure('TOO_COSTLY', 'The lists of workouts are too long together: ask for fewer.');
      const list = await rows();
      for (const { polyline } of list) this.#left -= polyline.length;
      return list;
    });
    this.#last = found.catch(() => {});
    return found;
  }
}
