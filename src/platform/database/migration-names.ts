import { migrationsList } from './migrations/index.ts';

/** The migrations of this version of the service. */
export const migrationNames = migrationsList.map(({ name }) => name);

/**
 * Why this version cannot use a database with these migrations, and what to do; null if it can. It can where a later version has added
 * migrations, until one of these removes what this version needs, which the name of that says.
 */
export function refusalOf(applied: readonly string[]): string | null {
  const unknown = applied.filter((name) => !migrationNames.includes(name));
  const missing = migrationNames.find((name) => !applied.includes(name));
  const contracted = unknown.find((name) => name.endsWith('-contract'));
  const [name, why] = contracted
    ? [contracted, 'which removes what this version of the service needs']
    : [unknown[0], `which this version of the service does not know, and lacks ${missing}`];
  if (name === undefined || (!contracted && missing === undefined)) return null;
  const advice = 'start the version that made it, or restore a backup from before it (docs/operating.md#upgrading)';
  return `the database has the migration ${name}, ${why}; ${advice}`;
}
