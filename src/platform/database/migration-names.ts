import { version } from '../version.ts';
import { migrationsList } from './migrations/index.ts';

/** The migrations of this version of the service. */
export const migrationNames = migrationsList.map(({ name }) => name);

/**
 * Why this version cannot use a database with these migrations, and what to do; null if it can. It can where a later version has added
 * migrations, until one of these removes what this version needs, which the name of that says.
 * @param by the version that has upgraded the database last; null where that is not known
 */
export function refusalOf(applied: readonly string[], by: string | null): string | null {
  const unknown = applied.filter((name) => !migrationNames.includes(name));
  const missing = migrationNames.find((name) => !applied.includes(name));
  const contracted = unknown.find((name) => name.endsWith('-contract'));
  const [name, why] = contracted
    ? [contracted, `which removes what this version of the service (${version}) needs`]
    : [unknown[0], `which this version of the service (${version}) does not know, and lacks ${missing}`];
  if (name === undefined || (!contracted && missing === undefined)) return null;
  const which = `the database${by === null ? '' : `, which version ${by} has upgraded,`} has the migration ${name}, ${why}`;
  if (missing === migrationNames[0])
    return (
      `${which}: a version before 1.0.0 has made it; keep it with the build that made it, name an empty database, and take the ` +
      'data over as those of another service (docs/operating.md#databases-from-before-100)'
    );
  const maker = by === null ? 'the version that made it' : `version ${by}`;
  return `${which}; start ${maker}, or restore a backup from before it (docs/operating.md#upgrading)`;
}
