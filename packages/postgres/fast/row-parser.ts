/** A column of a result, as the driver describes it. */
interface Column {
  name: string;
}

/** Makes an object of the texts of a row's values, which are null for null. */
type RowParser = (texts: readonly (string | null)[]) => Record<string, unknown>;

/**
 * Makes a function that parses the rows of one statement. Its text is generated, with the names of the columns in it, so that V8
 * knows the shape of the rows: a column takes 5 ns, while the loop of the driver takes 35 (docs/performance.md#generated-functions).
 * @param parsers the parser of each column, for values that are not null
 */
export function makeRowParser(columns: readonly Column[], parsers: readonly ((text: string) => unknown)[]): RowParser {
  const properties = columns.map(
    ({ name }, n) => `${JSON.stringify(name)}: texts[${n}] === null ? null : p${n}(texts[${n}])`,
  );
  const source = `const [${columns.map((_, n) => `p${n}`).join(', ')}] = parsers; return (texts) => ({ ${properties.join(', ')} });`;
  // oxlint-disable-next-line typescript/no-implied-eval
  return (new Function('parsers', source) as (given: typeof parsers) => RowParser)(parsers);
}
