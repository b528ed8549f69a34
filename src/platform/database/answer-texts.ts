import { Failure } from '../../errors.ts';
import { declareBound } from '../bounds.ts';
import { boundedText, bytesOf, mostBytes, objectsOf } from './text-bytes.ts';
import type { MayEndEarly } from './text-bytes.ts';
import type { LongTexts } from './sql.ts';
import { statement } from './statement.ts';
import type { SqlValue } from '@runners/postgres';
import type { Statement } from './statement.ts';

const bound = declareBound(import.meta.url, {
  name: 'answer_texts',
  holds:
    'long texts that are read for one answer, or for one part of a streamed answer; for a list as long as its last row',
  limit: 4 * 1024 * 1024,
  unit: 'bytes',
  share: 'It is one answer’s own, and answers are bounded by `requests_running`, which has shares.',
  beyond:
    'Pages end early, with a cursor. When nothing is left, the answer is TOO_COSTLY. Whole lists over REST are streamed in parts.',
});

type Run = <Row>(statement: Statement<Row>, values: readonly SqlValue[]) => Promise<Row[]>;

/** A read whose bytes were reserved, and that nobody has measured yet. */
interface Reserved {
  rows: Promise<readonly unknown[]>;
  texts: LongTexts;
  most: number;
}

/**
 * Bounds the bytes of long texts that an answer loads, before they are loaded. What fits for sure is read at once, and only
 * counted when something else does not. Everything else is read in turn, and lists end early.
 */
export class AnswerTexts {
  #left = Infinity;
  #reserved: Reserved[] | undefined;
  /** Lists that are tried by a short page, which holds bytes until it is read. */
  #tried: Promise<unknown>[] | undefined;
  /** Whether a list ended early in this answer. */
  endedEarly = false;
  #turn: Promise<unknown> | undefined;
  #waiting = 0;

  /** Begins an answer, or the next part of one, which may load that many bytes. Before the first time, nothing is counted. */
  begin(most: number = bound.limit): void {
    this.#left = most;
    this.#reserved = undefined;
    this.#tried = undefined;
    this.endedEarly = false;
  }

  /** Runs a statement. @throws Failure TOO_COSTLY when nothing is left for its texts; what `run` throws */
  read<Row>(wanted: Statement<Row>, values: readonly SqlValue[], run: Run): Promise<Row[]> {
    const { texts } = wanted;
    if (!texts || this.#left === Infinity) return run(wanted, values);
    // What comes while others wait takes nothing from them.
    if (this.#waiting > 0) return this.#whenItsTurn(wanted, texts, values, run);
    if (mostBytes(texts, values) <= this.#left) return this.#reserve(wanted, texts, values, run);
    const { limit, ids, rowBytes } = texts;
    const most = Math.floor(this.#left / rowBytes);
    if (limit === null || ids !== null || most < 1) return this.#whenItsTurn(wanted, texts, values, run);
    const short = this.#readShort(wanted, texts, values.with(limit, most), run, most);
    (this.#tried ??= []).push(short);
    return short.then((rows) => rows ?? this.#whenItsTurn(wanted, texts, values, run));
  }

  /** Reads as many rows as fit for sure, which are all of most lists. Null if there may be more: then nothing is counted. */
  async #readShort<Row>(
    wanted: Statement<Row>,
    texts: LongTexts,
    values: readonly SqlValue[],
    run: Run,
    most: number,
  ): Promise<Row[] | null> {
    const reserved = mostBytes(texts, values);
    this.#left -= reserved;
    try {
      const rows = await run(wanted, values);
      if (rows.length === most) return null;
      this.#left -= bytesOf(texts, rows);
      return rows;
    } finally {
      this.#left += reserved;
    }
  }

  #whenItsTurn<Row>(wanted: Statement<Row>, texts: LongTexts, values: readonly SqlValue[], run: Run): Promise<Row[]> {
    this.#waiting++;
    const rows = (this.#turn ?? Promise.resolve())
      .then(() => this.#readInTurn(wanted, texts, values, run))
      .finally(() => this.#waiting--);
    this.#turn = rows.catch(() => {});
    return rows;
  }

  #reserve<Row>(
    wanted: Statement<Row>,
    texts: LongTexts,
    values: readonly SqlValue[],
    run: Run,
    most = mostBytes(texts, values),
  ): Promise<Row[]> {
    this.#left -= most;
    const rows = run(wanted, values);
    (this.#reserved ??= []).push({ rows, texts, most });
    return rows;
  }

  /** Gives back what was reserved and not read, also of what others have begun to read meanwhile. */
  async #settle(): Promise<void> {
    while (this.#reserved || this.#tried) {
      const [reserved, tried] = [this.#reserved ?? [], this.#tried ?? []];
      this.#reserved = undefined;
      this.#tried = undefined;
      await Promise.allSettled(tried);
      for (const { rows, texts, most } of reserved) this.#left += most - bytesOf(texts, await rows.catch(() => []));
    }
  }

  async #readInTurn<Row>(
    wanted: Statement<Row>,
    texts: LongTexts,
    values: readonly SqlValue[],
    run: Run,
  ): Promise<Row[]> {
    await this.#settle();
    if (mostBytes(texts, values) <= this.#left) return this.#reserve(wanted, texts, values, run);
    if (this.#left < 1) throw tooLong();
    // Of objects by their ids, none is left out.
    if (texts.limit === null) {
      const rows = await this.#readBounded(wanted, texts, values, run, this.#left);
      if (rows.some(endsEarly)) throw tooLong();
      return rows;
    }
    const found: Row[] = [];
    for (let done = 0; done < objectsOf(texts, values);) {
      const most = Math.floor(this.#left / texts.rowBytes);
      if (most < 1) throw tooLong();
      const some = [...values];
      let count = 1;
      if (texts.ids !== null) {
        const group = (values[texts.ids] as readonly number[]).slice(done, done + most);
        some[texts.ids] = group;
        count = group.length;
      }
      done += count;
      // Half of what is left, divided among all lists that wait.
      const share = Math.max(1, Math.floor(this.#left / 2 / this.#waiting / count));
      found.push(...(await this.#readBounded(wanted, texts, some, run, share)));
      await this.#settle();
    }
    this.endedEarly ||= found.some(endsEarly);
    return found;
  }

  /** @param share the bytes for each object */
  #readBounded<Row>(
    wanted: Statement<Row>,
    texts: LongTexts,
    values: readonly SqlValue[],
    run: Run,
    share: number,
  ): Promise<Row[]> {
    const bounded = statement.read<Row>(
      `${wanted.name}_bounded`,
      boundedText(wanted.text, texts, values.length + 1),
      ...wanted.sees,
    );
    return this.#reserve(bounded, texts, [...values, share], run, this.#left);
  }
}

function endsEarly(row: unknown): boolean {
  return (row as MayEndEarly).endsEarly ?? false;
}

function tooLong(): Failure {
  return new Failure(
    'TOO_COSTLY',
    'The texts of the answer are too long together: ask for fewer lists and objects in one document, or for smaller pages.',
  );
}
