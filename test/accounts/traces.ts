import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mailFolder } from '../../src/platform/mail/eml.ts';
import type { Person } from '../support/cast.ts';
import type { TestService } from '../support/service.ts';

/** A place that still says something of a person: `post.likers`, or a file. */
type Trace = string;

interface Column {
  schema: string;
  table: string;
  column: string;
  type: string;
}

/** Columns that hold ids of users, by their names; ids of other things are small numbers, too. */
const ofUsers = /user|author|actor|inviter|started_by|friend_id|blocked|likers|sponsor|owner|participant/;
const ofUserById = /^(users|stats|profile|preferences)$/;

/**
 * Walks every table of the database, whatever it is called, and every file that is not the database's own: where is the
 * person's id in a column that refers to users, and where in any column the address, the names, the user name?
 */
export async function tracesOf(service: TestService, person: Person): Promise<Trace[]> {
  const columns = (await service.sql(
    `select c.table_schema as schema, c.table_name as table, c.column_name as column, c.udt_name as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')`,
  )) as unknown as Column[];
  const found: Trace[] = [];
  for (const column of columns) if (await isIn(service, column, person)) found.push(`${column.table}.${column.column}`);
  return [...found, ...(await filesAbout(service, person))];
}

async function isIn(service: TestService, { schema, table, column, type }: Column, person: Person): Promise<boolean> {
  const name = `"${schema}"."${table}"`;
  const holds = (condition: string, values: unknown[]) =>
    service.sql(`select 1 from ${name} where ${condition} limit 1`, values).then((rows) => rows.length > 0);
  if (['int8', 'int4', '_int8'].includes(type)) {
    if (!ofUsers.test(column) && !(column === 'id' && ofUserById.test(table))) return false;
    return type === '_int8'
      ? holds(`?::bigint = any("${column}")`, [person.id])
      : holds(`"${column}" = ?`, [person.id]);
  }
  const words = [person.email, person.username, person.firstName, person.lastName];
  return holds(
    words.map(() => `"${column}"::text ilike ?`).join(' or '),
    words.map((word) => `%${word}%`),
  );
}

async function filesAbout(service: TestService, person: Person): Promise<Trace[]> {
  const folders = [mailFolder(service.dataDir), ...(service.dataDir === 'memory://' ? [] : [service.dataDir])];
  const found: Trace[] = [];
  for (const folder of folders)
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || path.includes('/database/')) continue;
      const content = `${entry.name}\n${await readFile(path, 'latin1')}`.toLowerCase();
      if ([person.email, person.username].some((word) => content.includes(word.toLowerCase()))) found.push(entry.name);
    }
  return found;
}
