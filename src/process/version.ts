import { migrationNames } from '../platform/database/migration-names.ts';
import { version } from '../platform/version.ts';

/** `npx runners version`: prints the version of this installation, and the newest of its migrations, which a database of it has. */
process.stdout.write(`${version}, with the migrations up to ${migrationNames.at(-1)}\n`);
