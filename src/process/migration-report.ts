import { executableSchema } from '../../schema/index.ts';
import { elementAt } from '../../schema/execution/retired-elements.ts';
import { Translator } from '../../rest-compat/migration/translate.ts';
import { isClient, judge, titleOf } from '../retiring/judge.ts';
import { partsOf } from '../retiring/plan.ts';
import type { LedgerEntry, UsageLedger } from '../retiring/usage-ledger.ts';
import { runCommand, Sentence } from './command.ts';
import { openLedger, readSource } from './open-ledger.ts';

const usage = `usage: npx runners migration-report CLIENT [--ledger FILE | --service URL --key KEY]
CLIENT is the name of a key, the product of a User-Agent, or the name that a client of Apollo sends.`;

/**
 * `npx runners migration-report CLIENT`: prints as Markdown what an app still calls over REST, with the documents that replace it, and
 * which deprecated parts of the schema it uses.
 */
runCommand(async (words, configured) => {
  const { name, ...source } = readSource(words, usage);
  const ledger = await openLedger(source, configured);
  const entries = ledger.entries.filter(({ client }) => isClient(client, name));
  if (entries.length === 0) throw new Sentence(`no client of the name ${name} has called: ${knownClients(ledger)}`);
  process.stdout.write(report(name, { ...ledger, entries }));
});

/** A sentence about the clients that have called most. */
function knownClients({ entries }: UsageLedger): string {
  const titles = new Set(entries.map(({ client }) => titleOf(client)));
  return titles.size === 0 ? 'the ledger is empty' : `the clients are ${[...titles].slice(0, 20).join('; ')}`;
}

function report(name: string, ledger: UsageLedger): string {
  const translator = new Translator(executableSchema());
  const rows = groups(ledger, ({ kind }) => kind === 'row');
  const lines = [
    `# What ${name} still calls`,
    '',
    `From ${ledger.from?.slice(0, 10)} until ${ledger.until.slice(0, 10)}, by use.`,
  ];
  lines.push('', '## Rows of the REST interface', '');
  if (rows.length === 0) lines.push(`${name} calls no row of the REST interface.`);
  else lines.push('| row | calls | last call | formats and statuses |', '|---|--:|---|---|', ...rows.map(tableRow));
  for (const [label, entries] of rows) {
    const translation = translator.row(label);
    if (!translation) continue;
    const { document, fields } = translation;
    lines.push(
      '',
      `### ${label}`,
      '',
      `Versions: ${
        judge({ ...ledger, entries }, () => true)
          .clients.flatMap(({ versions }) => versions)
          .join(', ') || 'none'
      }.`,
    );
    const values = groups(ledger, (entry) => entry.kind === 'parameter' && partsOf(entry.name).label === label);
    for (const [value, used] of values) lines.push(`\`${value}\`: ${callsOf(used)} calls.`);
    lines.push('', `Send this document, or its id \`${document.id}\`:`, '', '```graphql', document.text, '```');
    if (fields.length > 0)
      lines.push(
        '',
        '| old field | in the result |',
        '|---|---|',
        ...fields.map(({ field, from }) => `| ${field} | ${from.join(', ') || 'from the request'} |`),
      );
  }
  const schema = executableSchema();
  const deprecated = groups(
    ledger,
    ({ name: used, detail, kind }) => kind !== 'row' && kind !== 'parameter' && detail !== 'rest' && isDeprecated(used),
  );
  function isDeprecated(coordinate: string): boolean {
    return elementAt(schema, coordinate)?.element.deprecationReason != null;
  }
  lines.push('', '## Deprecated parts of the GraphQL schema', '');
  if (deprecated.length === 0) lines.push(`${name} uses none.`);
  for (const [coordinate, entries] of deprecated)
    lines.push(
      `- \`${coordinate}\`, ${callsOf(entries)} calls: ${elementAt(schema, coordinate)?.element.deprecationReason ?? ''}`,
    );
  return `${lines.join('\n')}\n`;
}

const callsOf = (entries: readonly LedgerEntry[]) => entries.reduce((sum, { calls }) => sum + calls, 0);

/** Entries by their names, the most used first. */
function groups({ entries }: UsageLedger, isOne: (entry: LedgerEntry) => boolean): [string, LedgerEntry[]][] {
  const byName = [...Map.groupBy(entries.filter(isOne), ({ name }) => name)];
  return byName.sort(([, one], [, other]) => callsOf(other) - callsOf(one));
}

function tableRow([label, entries]: [string, LedgerEntry[]]): string {
  const last =
    entries
      .map((entry) => entry.last)
      .sort()
      .at(-1) ?? '';
  const details = [...new Set(entries.map(({ detail }) => detail))].sort().join(', ');
  return `| ${label} | ${callsOf(entries)} | ${last.slice(0, 10)} | ${details} |`;
}
