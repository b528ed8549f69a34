import { readConfig } from '../platform/config.ts';
import { openDatabase } from '../domain/open-database.ts';
import { migrate } from '../platform/database/migrate.ts';

/**
 * `npm run migration -- NAME`: writes the migration that takes the database from the last one to today's entities.
 * `npm run migration -- --check`: fails when there would be anything to write.
 */
const database = await openDatabase(readConfig({ DATA_DIR: 'memory://' }));
await migrate(database);
const argument = process.argv[2];
if (argument === '--check') {
  if (await database.orm.migrator.checkSchema()) {
    process.stderr.write('the entities differ from the migrations: run npm run migration -- NAME\n');
    process.exitCode = 1;
  }
} else {
  const { fileName } = await database.orm.migrator.create(undefined, false, false, argument);
  process.stdout.write(
    fileName ? `${fileName} written: add it to src/platform/database/migrations/index.ts\n` : 'no change\n',
  );
}
await database.close();
