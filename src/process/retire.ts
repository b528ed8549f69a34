import { executableSchema } from '../../schema/index.ts';
import { coordinatesOf, elementAt } from '../../schema/execution/retired-elements.ts';
import { usesOf } from '../../schema/execution/uses.ts';
import { labelOf } from '../../rest-compat/row-documents.ts';
import { rowNameOf } from '../../rest-compat/row-names.ts';
import { table } from '../../rest-compat/table.ts';
import { judge } from '../retiring/judge.ts';
import { isRowName } from '../retiring/plan.ts';
import { beginPause, endPause } from '../retiring/usage.queries.ts';
import { runCommand, Sentence } from './command.ts';
import { usageOf } from './command-usage.ts';
import { openLedger, sourceIn, withDatabase } from './open-ledger.ts';
import { writtenVerdict } from './verdict-text.ts';

const usage = usageOf('retire');

/**
 * `npx runners retire NAME`: says by the ledger whether nobody uses a row or a part of the schema, or which clients do, for each name. The exit
 * code is 1 if one is used. `pause` has all processes of the service switch nothing off within a second, and `resume` ends that.
 */
runCommand(async (words, configured) => {
  const { names, ...source } = sourceIn(words, usage);
  const [action] = names;
  if (action === 'pause' || action === 'resume') {
    await withDatabase(configured, (database) => database.all(action === 'pause' ? beginPause : endPause, []));
    const sentence =
      action === 'pause' ? 'Nothing is switched off until npx runners retire resume.' : 'The plan is in force.';
    return void process.stdout.write(`${sentence}\n`);
  }
  const counted = names.map(namesOf);
  const ledger = await openLedger(source, configured);
  for (const [index, name] of names.entries()) {
    const verdict = judge(ledger, (entry) => counted[index]?.includes(entry.name) ?? false);
    process.stdout.write(writtenVerdict(name, verdict, ledger, isRowName(name) ? [] : rowsUsing(name)));
    if (verdict.isSafe !== true) process.exitCode = 1;
  }
});

/** The names under which something is counted. @throws Sentence if it does not exist */
function namesOf(name: string): string[] {
  if (!isRowName(name)) {
    const schema = executableSchema();
    if (!elementAt(schema, name)) throw new Sentence(`The schema has no ${name}.`);
    return coordinatesOf(schema, name);
  }
  try {
    return [rowNameOf(name)];
  } catch (error) {
    throw new Sentence((error as Error).message);
  }
}

/** The rows of the REST interface whose documents use an element of the schema, whatever the values of their variables are. */
function rowsUsing(coordinate: string): string[] {
  const schema = executableSchema();
  const using = Object.values(table).filter((row) =>
    [...usesOf(schema, row.document).elements].some(({ name }) => name === coordinate),
  );
  return [...new Set(using)].map(labelOf);
}
