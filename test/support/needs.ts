import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { postgresAccount, postgresPrograms } from './cluster/own-postgres.ts';

/** Whether a program is installed. Those of servers are not in the PATH of every user. */
export function hasProgram(name: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  return folders.some((folder) => folder !== '' && existsSync(join(folder, name)));
}

/** What trials start or talk to, with the words that follow "needs", and whether it is there. */
const things = {
  PostgreSQL: {
    what: 'the programs of PostgreSQL in /usr/lib/postgresql, and an account that may run them (apt install postgresql)',
    isThere: async () => postgresPrograms() !== null && postgresAccount() !== null,
  },
  PgBouncer: { what: 'PgBouncer (apt install pgbouncer)', isThere: async () => hasProgram('pgbouncer') },
  nginx: { what: 'nginx (apt install nginx)', isThere: async () => hasProgram('nginx') },
  Redis: { what: 'Redis (apt install redis-server)', isThere: async () => hasProgram('redis-server') },
  gpsbabel: { what: 'gpsbabel (apt install gpsbabel)', isThere: async () => hasProgram('gpsbabel') },
  faketime: { what: 'faketime (apt install faketime)', isThere: async () => hasProgram('faketime') },
  Chromium: {
    what: 'Chromium (apt install chromium), or its path in CHROMIUM',
    isThere: async () => existsSync(process.env['CHROMIUM'] ?? '/usr/bin/chromium'),
  },
} as const;
export type Thing = keyof typeof things;

/** A PostgreSQL server that has to run already, and the variable that names another one. */
export interface Server {
  url: string;
  variable: string;
}

/**
 * Ends the process with one sentence, before the trial begins, if something that it needs is not there. With `--skip` among the words
 * of the command, it goes on without what is in `parts`, and ends with the exit code 0 if something else is missing.
 * @param given what the trial needs as a whole, and for parts of it
 * @returns what is missing, of `parts`
 */
export async function need(
  trial: string,
  given: { all?: readonly Thing[]; parts?: readonly Thing[]; server?: Server },
): Promise<ReadonlySet<Thing>> {
  const missing = async (names: readonly Thing[] = []) => {
    const there = await Promise.all(names.map((name) => things[name].isThere()));
    return names.filter((_, n) => !there[n]);
  };
  const [all, parts] = [await missing(given.all), await missing(given.parts)];
  const lacks: string[] = all.map((name) => things[name].what);
  if (given.server && !(await answers(given.server.url)))
    lacks.push(
      `a PostgreSQL server at ${withoutPassword(given.server.url)}, or the URL of another one in ${given.server.variable}`,
    );
  const isSkipping = process.argv.includes('--skip');
  if (lacks.length === 0 && (isSkipping || parts.length === 0)) {
    for (const name of parts) process.stdout.write(`left out: what needs ${things[name].what}\n`);
    return new Set(parts);
  }
  const optional = isSkipping ? [] : parts.map((name) => things[name].what);
  const sentence = `\`npx runners ${trial}\` needs ${[...lacks, ...optional].join('; and ')}.`;
  const hint = lacks.length === 0 ? ' With --skip it leaves out what needs that.' : '';
  process.stderr.write(`${isSkipping ? 'skipped: ' : ''}${sentence}${hint}\n`);
  process.exit(isSkipping ? 0 : 1);
}

const withoutPassword = (url: string) => Object.assign(new URL(url), { password: '' }).href;

/** Whether a server answers, whichever databases it has. */
async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    // A server without this database has answered.
    return (error as { code?: string }).code === '3D000';
  } finally {
    await client.end().catch(() => {});
  }
}
