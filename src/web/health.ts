import type { RequestHandler } from 'express';
import type { Database } from '../platform/database/database.ts';
import { isMigrated } from '../platform/database/migrate.ts';
import { statement } from '../platform/database/statement.ts';

const ping = statement<{ one: number }>('ping', 'select 1 as one');

/** The process runs. */
export const healthz: RequestHandler = (_request, response) => {
  response.type('text/plain').send('ok\n');
};

/** The database answers and has every migration; 503 otherwise, and while the process is stopping. */
export function readyz(database: Database, stopping: () => boolean): RequestHandler {
  let migrated = false;
  return async (_request, response) => {
    try {
      if (stopping()) throw new Error('stopping');
      await database.one(ping, []);
      migrated ||= await isMigrated(database);
      if (!migrated) throw new Error('migrations are missing');
      response.type('text/plain').send('ready\n');
    } catch {
      response.status(503).type('text/plain').send('not ready\n');
    }
  };
}
