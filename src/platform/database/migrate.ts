import type { Database } from './database.ts';

/** Applies the migrations that the database lacks; several processes may start at once. */
export async function migrate(database: Database): Promise<void> {
  await database.orm.migrator.up();
}

/** Whether every migration is applied. */
export async function isMigrated(database: Database): Promise<boolean> {
  return (await database.orm.migrator.getPending()).length === 0;
}
