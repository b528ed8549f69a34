/**
 * An index that is more than a list of columns, for `indexes` of an entity. Its name is read from the statement.
 * @param statement `create index <name> on …`, as the migration runs it
 */
export function madeBy(statement: string): { name: string; expression: string } {
  const name = /^create (?:unique )?index (\w+) on /.exec(statement)?.[1];
  if (name === undefined) throw new Error(`This is no statement that makes an index: ${statement}`);
  return { name, expression: statement };
}
