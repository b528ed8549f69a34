import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { issueKey } from '../domain/accounts/issue-key.ts';
import { hashSecret } from '../domain/accounts/keys.ts';
import type { Database } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { demoRunners } from './demo-cast.ts';
import { renewPeople } from './demo-people.ts';
import type { DemoPerson } from './demo-people.ts';

/**
 * How to sign in to the demo data. It is stored in the data folder, because the database only has the hash of the key.
 */
export interface DemoAccount {
  userId: number;
  username: string;
  email: string;
  password: string;
  apiKey: string;
  /** As whom the playground can send requests, the account first. In data folders of earlier versions, it is the only one. */
  people: DemoPerson[];
}

/** The name of the file in the data folder. */
export const demoAccountFile = 'demo-account.json';

/**
 * `$1` is the id of the user, `$2` the e-mail address, and `$3` the hash of a key. The row is the account, if it still
 * exists, and whether the key does.
 */
const accountWithKey = statement.read<{ username: string; hasKey: boolean }>(
  'demo_account_with_key',
  `select u.username, exists (select 1 from api_key k where k.user_id = u.id and k.key_hash = $3) as "hasKey"
   from users u where u.id = $1 and u.email = $2`,
  { all: 'the demo data of this service, when it starts' },
);

/**
 * The demo account of this data folder with valid keys, or null if there is none.
 * @param withStaff whether the playground may send requests as the member of staff
 */
export async function readDemoAccount(
  database: Database,
  dataDir: string,
  withStaff: boolean,
): Promise<DemoAccount | null> {
  const kept = await readFile(fileOf(dataDir), 'utf8').then(parse, () => null);
  if (!kept) return null;
  const there = await database.one(accountWithKey, [kept.userId, kept.email, hashSecret(kept.apiKey)]);
  if (!there) return null;
  const account = { ...kept, username: there.username };
  if (!there.hasKey) {
    // The key was revoked, or replaced by those of newer sign-ins.
    const user = { id: kept.userId, username: there.username };
    const issued = await database.transaction(async (tx) => issueKey(await tx.em(), user, 'npm start'));
    account.apiKey = issued.apiKey;
  }
  const people = kept.people.map((person) =>
    person.role === 'owner' ? { ...person, apiKey: account.apiKey } : person,
  );
  account.people = await renewPeople(database, people);
  if (JSON.stringify(account) !== JSON.stringify(kept)) await keepDemoAccount(account, dataDir);
  return withStaff ? account : { ...account, people: account.people.filter(({ role }) => role !== 'staff') };
}

/** Writes the account into the data folder, atomically. */
export async function keepDemoAccount(account: DemoAccount, dataDir: string): Promise<void> {
  if (dataDir === 'memory://') return;
  const path = fileOf(dataDir);
  await writeFile(`${path}.new`, `${JSON.stringify(account, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

function fileOf(dataDir: string): string {
  return join(dataDir, demoAccountFile);
}

/** Null if the file was not written by this service. */
function parse(text: string): DemoAccount | null {
  try {
    const { userId, username, email, password, apiKey, people } = JSON.parse(text) as Partial<DemoAccount>;
    if (typeof userId !== 'number' || !username || !email || !password || !apiKey) return null;
    const owner: DemoPerson = { role: 'owner', userId, username, firstName: demoRunners[0]!.person.firstName, apiKey };
    return { userId, username, email, password, apiKey, people: people ?? [owner] };
  } catch {
    return null;
  }
}
