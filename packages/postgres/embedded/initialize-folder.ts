import { PGlite } from '@electric-sql/pglite';

/*
 * A process of its own: makes the files of an empty database in the folder of its first word, and ends when the process that waits for it has
 * ended. initdb is a second PostgreSQL beside the first one, and what both took would stay with the service.
 */
process.once('disconnect', () => process.exit(1));
// Few buffers are enough for this; initdb writes their number into postgresql.conf.
const made = await PGlite.create({
  dataDir: process.argv[2] ?? '',
  initDbStartParams: ['--set', 'shared_buffers=1MB'],
});
await made.close();
process.exit(0);
