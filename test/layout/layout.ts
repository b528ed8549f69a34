/** The most lines that a file of `test/` may have. */
export const mostLines = 300;

/**
 * What is wrong with the place, the heading or the length of a file of `test/`; one sentence each.
 * @param file its path from the root of the repository
 */
export function faultsOf(file: string, source: string): string[] {
  const lines = source.split('\n').length - 1;
  const faults: string[] = [];
  if (file.split('/').length < 3) faults.push('stands directly in test/: move it into the folder of its word');
  if (file.endsWith('.test.ts') && !/^\/\*\*[^@]*?\w[^@]*?\.\n? ?\*\/\n/.test(source))
    faults.push('does not begin with a comment that says, in a sentence, what the file covers');
  if (file.endsWith('.ts') && lines > mostLines) faults.push(`has ${lines} lines, more than ${mostLines}: split it`);
  return faults;
}
