/** Methods that search a text, or make another of it. */
const methods = 'replace(All)?|match(All)?|search|split|(last)?indexOf|includes|startsWith|endsWith|slice|substring';

/** What searches or replaces the text of a statement, or a part of one. */
const searching: readonly RegExp[] = [
  new RegExp(String.raw`\b(\w*[sS]ql|\w*[sS]tatement|texts?|\w+\.text)\s*\??\.\s*(${methods})\(`),
  /\.(test|exec)\(\s*(\w*[sS]ql|\w*[sS]tatement|text|\w+\.text)\b/,
  // A text that is written there, or selected columns.
  new RegExp(
    String.raw`\b(sql\`[^\`]*\`|(selected|selectedTexts|\w*Columns)\([^()]*\))\s*\.\s*(text\s*\.\s*)?(${methods})\(`,
  ),
];

/** What runs the statements of a library, which says nothing about them but their texts. */
const ofLibraries = ['src/platform/jobs/job-database.ts'];

/**
 * Returns a sentence if a file of the service searches the text of an SQL statement, or makes another of it.
 * What a statement reads is said where it is declared (`src/platform/database/sql.ts`).
 * @param file its path from the root of the repository
 */
export function sqlSearchesOf(file: string, source: string): string[] {
  if (!/^(src|schema|rest-compat)\//.test(file) || ofLibraries.includes(file)) return [];
  if (!/from '[^']*\/(statement|sql|columns|list)\.ts'|from '@runners\/postgres'/.test(source)) return [];
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, '');
  const found = searching.flatMap((pattern) => pattern.exec(code)?.[0] ?? [])[0];
  return found === undefined
    ? []
    : [`searches the text of a statement by \`${found}\`: declare what it reads by \`sql\``];
}
