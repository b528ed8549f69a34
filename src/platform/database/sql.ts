/** What is known of the long texts that a statement reads. Parameters are numbered from 0. */
export interface LongTexts {
  /** The long columns of a row of the result, with the most bytes of each. */
  readonly columns: Readonly<Record<string, number>>;
  /** The most bytes of them in a row. */
  readonly rowBytes: number;
  /** The parameter with the largest number of rows; null for a statement that finds rows by their ids. */
  readonly limit: number | null;
  /** The parameter with the ids of the rows, or of the objects of which each has `limit` rows; null for none. */
  readonly ids: number | null;
  /** The column with the id of the object of which each has `limit` rows; null for none. */
  readonly of: string | null;
  /** Whether the rows are returned in another order than that in which they are counted. */
  readonly isReversed: boolean;
}

interface Marks extends Partial<Omit<LongTexts, 'rowBytes' | 'columns'>> {
  columns?: LongTexts['columns'];
}

/** A part of a statement that knows of the long texts that it reads. It becomes a part of others by `sql` only. */
export class Sql {
  readonly text: string;
  readonly marks: Marks;

  constructor(text: string, marks: Marks = {}) {
    this.text = text;
    this.marks = marks;
  }

  /** What is known of the long texts; null for none. */
  get texts(): LongTexts | null {
    const { columns = {}, limit = null, ids = null, of = null, isReversed = false } = this.marks;
    const rowBytes = Object.values(columns).reduce((sum, bytes) => sum + bytes, 0);
    return rowBytes === 0 ? null : { columns, rowBytes, limit, ids, of, isReversed };
  }

  /** The same, with its rows in another order than that in which they are counted. */
  reversed(): Sql {
    return new Sql(this.text, { ...this.marks, isReversed: true });
  }

  /** @throws Error always: a text alone would lose what is known of the long texts */
  toString(): never {
    throw new Error(`this is put into a text that is not made by sql: ${this.text}`);
  }
}

/** Puts a statement together, or a part of one, from texts and such parts. */
export function sql(texts: TemplateStringsArray, ...values: readonly (string | Sql)[]): Sql {
  let text = texts[0] ?? '';
  let marks: Marks = {};
  for (const [index, value] of values.entries()) {
    const part = typeof value === 'string' ? new Sql(value) : value;
    text += part.text + (texts[index + 1] ?? '');
    marks = { ...marks, ...part.marks, columns: { ...marks.columns, ...part.marks.columns } };
  }
  return new Sql(text, marks);
}

/** The parameter `$number` with the largest number of rows, for each object or of all. */
export function limitAt(number: number): Sql {
  return new Sql(`$${number}`, { limit: number - 1 });
}

/** The parameter `$number` with the ids of the rows, or of the objects that the column `of` names, each of which has a page. */
export function idsAt(number: number, of: string | null = null): Sql {
  return new Sql(`$${number}::bigint[]`, { ids: number - 1, of });
}
