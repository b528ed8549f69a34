/**
 * Records the set that tools/prove/test/recorded-set.slow.test.ts plays: client programs in many languages use the Tastypie service of
 * examples/take-over/django-tastypie, whose data are extracted before they begin. Run it with
 * `TEST_DATABASE_URL=… node dist/tools/prove/test/recorded/record.js`; it takes Django, Tastypie and as many of the languages as are there.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { extract } from '../../../take-over/extract/extract.ts';
import { example, OldService, pythonWith } from '../../../take-over/test/old-service.ts';
import { newExtracting, newPostgres } from '../../../take-over/test/other-servers.ts';
import { ClientProgram, isInstalled, programs } from './client-program.ts';
import { recordedSet } from './recorded-set.ts';
import { tell } from './story.ts';
import type { Known } from './story.ts';

/** So many people were there before. */
const people = 20;
/** Those who have blocked somebody, or are blocked, see less here: the old service knew no blocks. */
const apart = new Set([1, 8]);

type Row = Record<string, unknown> & { id: number };

const database = await newPostgres();
const python = pythonWith('psycopg2', 'yaml', 'lxml', 'defusedxml');
if (!database || !python) throw new Error('It takes TEST_DATABASE_URL, Django and Tastypie.');
const extracting = await newExtracting();
const [media, exchanges] = [join(extracting.folder, 'media'), join(extracting.folder, 'exchanges.jsonl')];
const service = new OldService(python, database.url, media, { EXCHANGES_FILE: exchanges });
try {
  await service.manage('migrate', '--run-syncdb');
  await service.manage('fill', String(people), '--points', '30');
  await rm(recordedSet.bundle, { recursive: true, force: true });
  const queries = join(example, 'postgres');
  await extract({ from: database.url, queries, to: recordedSet.bundle, files: [media], print: () => {} });
  const users = (await rowsOf('users')).filter(({ id, is_active: isActive }) => isActive === true && !apart.has(id));
  const isPublic = new Set(
    (await rowsOf('workouts')).filter(({ privacy }) => privacy === 'public').map(({ id }) => id),
  );
  const routes = (await rowsOf('routes')).filter(({ workout }) => isPublic.has(workout as number)).map(({ id }) => id);
  const { url, stop } = await service.start();
  let turn = 0;
  for (const name of Object.keys(programs)) {
    if (!isInstalled(name)) process.stdout.write(`${name}: skipped, it is not installed\n`);
    else {
      const program = new ClientProgram(name, url);
      await tell(program, turn, knownOf(users[turn % users.length]!), routes);
      program.end();
      turn++;
      process.stdout.write(`${name}: done\n`);
    }
  }
  await stop();
  await pipeline(createReadStream(exchanges), createGzip({ level: 9 }), createWriteStream(recordedSet.exchanges));
} finally {
  await Promise.all([database.remove(), extracting.remove()]);
}

async function rowsOf(name: string): Promise<Row[]> {
  const text = await readFile(join(recordedSet.bundle, `${name}.jsonl`), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

/** The key that `manage.py fill` gives. */
function knownOf({ id, username }: Row): Known {
  const key = createHash('sha1').update(`key of ${id}`).digest('hex');
  return { id, authorization: `ApiKey ${String(username)}:${key}` };
}
