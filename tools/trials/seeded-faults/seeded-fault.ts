/** One thing that is wrong: a text in a built file, and what stands in its place. */
export interface SeededFault {
  what: string;
  /** Its path in the folder of the service. */
  file: string;
  from: string;
  to: string;
  /** What the report has to name: a part of the row, and of the place in the answer. */
  row: string;
  at: string;
}

/** A built file: of a package, or of the service. */
const built = (file: string) =>
  file.startsWith('packages/') ? `${file.replace(/^(packages\/\w+)/, '$1/dist')}.js` : `dist/${file}.js`;

/** @param file its source, without the ending */
export const fault = (file: string, what: string, from: string, to: string, row: string, at: string): SeededFault => ({
  file: built(file),
  what,
  from,
  to,
  row,
  at,
});
