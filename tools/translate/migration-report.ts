import { executableSchema } from '../../schema/index.ts';
import { elementAt } from '../../schema/execution/retired-elements.ts';
import { Translator } from './translator.ts';
import { apartIn, isCall, isClient, judge, titleOf } from '../../src/retiring/judge.ts';
import { partsOf } from '../../src/retiring/plan.ts';
import { lastDayOf } from '../../src/retiring/usage-ledger.ts';
import type { LedgerEntry, UsageLedger } from '../../src/retiring/usage-ledger.ts';
import { runCommand, Sentence } from '../../src/process/command.ts';
import { usageOf } from '../../src/process/command-usage.ts';
import { openLedger, sourceIn } from '../../src/process/open-ledger.ts';

const usage = usageOf('migration-report');

/**
 * `npx runners migration-report CLIENT`: prints as Markdown what an app still calls over REST, with the documents that replace it, and
 * which deprecated parts of the schema it uses.
 */
runCommand(async (words, configured) => {
  const { names, ...source } = sourceIn(words, usage);
  const [name = '', ...rest] = names;
  if (rest.length > 0) throw new Sentence(usage);
  const ledger = await openLedger(source, configured);
  const entries = ledger.entries.filter(({ client }) => isClient(client, name));
  const apart = apartIn(ledger.entries.filter(isCall));
  if (entries.length === 0)
    throw new Sentence(`no client of the name ${name} has called: ${knownClients(ledger)}${apart && `. ${apart}`}`);
  process.stdout.write(report(name, { ...ledger, entries }, apart && `${apart} Calls of ${name} may be among them.`));
});

/** A sentence about the clients that have called most. */
function knownClients({ entries }: UsageLedger): string {
  const titles = new Set(entries.map(({ client }) => titleOf(client)));
  return titles.size === 0 ? 'the ledger is empty' : `the clients are ${[...titles].slice(0, 20).join('; ')}`;
}

/** @param apart a sentence about further calls that may be its own; empty without any */
function report(name: string, ledger: UsageLedger, apart: string): string {
  const schema = executableSchema();
  const translator = new Translator(schema);
  const rows = groups(ledger, ({ kind }) => kind === 'row');
  const span = `From ${ledger.from?.slice(0, 10)} until ${ledger.until.slice(0, 10)}, by use.`;
  const lines = [
    `# What ${name} still calls`,
    '',
    span,
    '',
    ...(apart === '' ? [] : [apart, '']),
    '## Rows of the REST interface',
    '',
  ];
  if (rows.length === 0) lines.push(`${name} calls no row of the REST interface.`);
  else lines.push('| row | calls | last call | formats and statuses |', '|---|--:|---|---|', ...rows.map(tableRow));
  for (const [label, entries] of rows) lines.push(...rowPart(translator, label, entries, ledger));
  lines.push('', '## Deprecated parts of the GraphQL schema', '');
  const deprecated = groups(ledger, ({ detail }) => detail === 'text' || detail === 'known').flatMap(
    ([coordinate, entries]) => {
      const reason = elementAt(schema, coordinate)?.element.deprecationReason;
      return reason == null ? [] : [`- \`${coordinate}\`, ${callsOf(entries)} calls: ${reason}`];
    },
  );
  lines.push(...(deprecated.length === 0 ? [`${name} uses none.`] : deprecated));
  return `${lines.join('\n')}\n`;
}

/** What replaces a row: its document, and where the fields of the old answer are in its result. */
function rowPart(translator: Translator, label: string, entries: LedgerEntry[], ledger: UsageLedger): string[] {
  const translation = translator.row(label);
  if (!translation) return [];
  const { document, fields } = translation;
  const versions = judge({ ...ledger, entries }, () => true).clients.flatMap((client) => client.versions);
  const values = groups(ledger, ({ kind, name }) => kind === 'parameter' && partsOf(name).label === label);
  return [
    '',
    `### ${label}`,
    '',
    `Versions: ${[...new Set(versions)].join(', ') || 'none'}.`,
    ...values.map(([value, used]) => `\`${value}\`: ${callsOf(used)} calls.`),
    '',
    `Send this document, or its id \`${document.id}\`:`,
    '',
    '```graphql',
    document.text,
    '```',
    ...(fields.length > 0 ? ['', '| old field | in the result |', '|---|---|'] : []),
    ...fields.map(({ field, from }) => `| ${field} | ${from.join(', ') || 'from the request'} |`),
  ];
}

const callsOf = (entries: readonly LedgerEntry[]) => entries.reduce((sum, { calls }) => sum + calls, 0);

/** Entries by their names, the most used first. */
function groups({ entries }: UsageLedger, isOne: (entry: LedgerEntry) => boolean): [string, LedgerEntry[]][] {
  const byName = [...Map.groupBy(entries.filter(isOne), ({ name }) => name)];
  return byName.sort(([, one], [, other]) => callsOf(other) - callsOf(one));
}

function tableRow([label, entries]: [string, LedgerEntry[]]): string {
  const details = [...new Set(entries.map(({ detail }) => detail))].sort().join(', ');
  return `| ${label} | ${callsOf(entries)} | ${lastDayOf(entries)} | ${details} |`;
}
