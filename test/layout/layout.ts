/** The largest number of lines of a file in `test/`. */
export const mostLines = 300;

/** The largest number of lines of a file of the product. */
export const mostProductLines = 250;

/** Returns the errors in the length and the imports of a file of `src/`, `schema/`, `rest-compat/` or a package, one sentence each. */
export function productFaultsOf(source: string): string[] {
  const lines = source.split('\n').length - 1;
  const faults: string[] = [];
  if (lines > mostProductLines) faults.push(`has ${lines} lines, more than ${mostProductLines}: split it`);
  // Inside of the folder, `./` leads to its files.
  for (const [, path] of source.matchAll(/from '([^']*\/fast\/(?!index\.ts')[^']+)'/g))
    faults.push(`imports ${path}: the only door of a folder fast/ is its index.ts`);
  return faults;
}

/** Whether a file is one of the tests, or of the trials, which are made of what tests are made of. */
export const isOfTests = (file: string) => /^(test|tools\/(trials|[\w-]+\/test)|packages\/[\w-]+\/test)\//.test(file);

/**
 * Returns the errors in the place, heading and length of a file of the tests, one sentence each.
 * @param file its path from the root of the repository
 */
export function faultsOf(file: string, source: string): string[] {
  const lines = source.split('\n').length - 1;
  const faults: string[] = [];
  if (/^test\/[^/]*$/.test(file)) faults.push('is directly in test/: move it into the folder of its module');
  if (file.endsWith('.test.ts') && !/^\/\*\*[^@]*?\w[^@]*?\.\n? ?\*\/\n/.test(source))
    faults.push('does not begin with a comment that describes in a sentence what the file covers');
  if (file.endsWith('.ts') && lines > mostLines) faults.push(`has ${lines} lines, more than ${mostLines}: split it`);
  return faults;
}
