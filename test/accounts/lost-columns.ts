/** Prints each list of an archive, and each kind of thing that comes in from one, that loses a column without a reason. */
import { addedColumn, addedName, serviceWithAddedColumns, told } from '../support/added-columns.ts';
import type { TestService } from '../support/service.ts';

/** Of tables whose columns a list names by hand, the reason. */
const byHand: Readonly<Record<string, string>> = {
  users: 'some columns are visible to nobody',
  api_key: 'what a key is stays with whoever has it',
  abuse_report: 'it has what staff note of a report',
  profile: 'the compiler asks what readers see of a column',
};
/** The tables of which archives have rows. */
const exported =
  `workout post comment friendship block mute invitation route event_participant event_sponsor notification picture
  social_account conversation conversation_member message preferences users api_key abuse_report profile`.split(/\s+/);

const { service, sql } = await serviceWithAddedColumns();
const lists = await import('../../src/domain/leaving/export.queries.js');
const { preferencesByIds } = await import('../../src/domain/people/preferences.queries.js');
const { archiveOf, bring } = await import('./import-my-data.js');
const { newPerson } = await import('../support/cast.js');
const { record } = await import('../support/workouts.js');
const { makeRoute, pointsFrom } = await import('../support/routes.js');

const lost: string[] = [];
const texts = [
  ...[...lists.exportedLists, lists.exportedConversations].map(({ page }) => page.text),
  ...[lists.exportedAccount, lists.exportedMessages, preferencesByIds].map(({ text }) => text),
].join('\n');
for (const table of exported)
  if (texts.includes(`"${addedName(table)}"`) === table in byHand) lost.push(`an archive: ${table}`);

const tested = Object.assign(service, { sql }) as unknown as TestService;
const [ann, bob] = [await newPerson(tested, 'Ann', 'Archer'), await newPerson(tested, 'Bob', 'Baker')];
const { workout } = await record(ann, { points: pointsFrom(47, 8) });
await makeRoute(ann, workout);
await sql(`update workout set ${addedColumn('workout')} = 'kept'`);
await sql(`update route set ${addedColumn('route')} = 'kept'`);
await bring(bob, await archiveOf(ann));
for (const [table, owner] of [
  ['workout', 'user_id'],
  ['route', 'owner_id'],
] as const) {
  const [row] = await sql(`select ${addedColumn(table)} as value from ${table} where ${owner} = ?`, [bob.id]);
  if (row?.['value'] !== 'kept') lost.push(`an import: ${table}`);
}
told(lost);
