import { readFileSync } from 'node:fs';
import { migrationNames } from '../platform/database/migration-names.ts';

/** `npx runners version`: prints the version of this installation, and the newest of its migrations, which a database of it has. */
const file = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
process.stdout.write(
  `${(JSON.parse(file) as { version: string }).version}, with the migrations up to ${migrationNames.at(-1)}\n`,
);
