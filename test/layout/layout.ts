/** The largest number of lines of a file in `test/`. */
export const mostLines = 300;

/**
 * Returns the errors in the place, heading and length of a file in `test/`, one sentence each.
 * @param file its path from the root of the repository
 */
export function faultsOf(file: string, source: string): string[] {
  const lines = source.split('\n').length - 1;
  const faults: string[] = [];
  if (file.split('/').length < 3) faults.push('is directly in test/: move it into the folder of its module');
  if (file.endsWith('.test.ts') && !/^\/\*\*[^@]*?\w[^@]*?\.\n? ?\*\/\n/.test(source))
    faults.push('does not begin with a comment that describes in a sentence what the file covers');
  if (file.endsWith('.ts') && lines > mostLines) faults.push(`has ${lines} lines, more than ${mostLines}: split it`);
  return faults;
}
