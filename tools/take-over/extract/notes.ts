/** What can differ between a value of the database and the one in the bundle; the sentence states it for one field. */
const sentences = {
  invalidBytes: (values: string) => `${values} had bytes that are not UTF-8; U+FFFD stands in their place`,
  zeroDate: (values: string) => `${values} had a month or a day of zero, and became null`,
  notJson: (values: string) => `${values} should have been JSON, and stayed text`,
  notBoolean: (values: string) => `${values} should have been true or false, and stayed as they were`,
} as const;

/** A kind of difference. */
export type Difference = keyof typeof sentences;

/** Counts the values that an extract changed, or could not bring into their form, by field and kind. */
export class Notes {
  #counts = new Map<string, number>();

  /** Counts one value of a field, which is named with its file, like `users.first_name`. */
  count(field: string, kind: Difference): void {
    const key = `${kind} ${field}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** Returns a sentence for each field and kind that was counted. */
  lines(): string[] {
    return [...this.#counts].map(([key, count]) => {
      const [kind, field] = key.split(' ') as [Difference, string];
      return `${field}: ${sentences[kind](`${count} ${count === 1 ? 'value' : 'values'}`)}.`;
    });
  }
}
