import { existsSync } from 'node:fs';
import { readConfig } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { openDatabase } from '../wiring/open-database.ts';
import type { Database } from '../platform/database/database.ts';
import { isMigrated } from '../platform/database/migrate.ts';
import { embeddedFolder } from '@runners/postgres';
import { statement } from '../platform/database/statement.ts';
import { startSentence } from './start-errors.ts';
import { usageOf } from './command-usage.ts';
import { addressKey, asciiAddress } from '../platform/mail/address.ts';

/**
 * `$1` is the e-mail address in any case, and `$2` whether the account is a staff account. Every process clears its
 * cache of the account.
 */
const setStaff = statement.write<{ email: string; before: boolean }>(
  'set_staff',
  `with before as (select id, is_staff from users where ${addressKey('email')} = ${addressKey('$1')} for update),
     changed as (update users u set is_staff = $2 from before b where u.id = b.id returning u.id, u.email, b.is_staff)
   select email, is_staff as before, pg_notify('key_revoked', 'all:' || id) from changed`,
);

/** `$1` is the e-mail address in any case. The row is its account, and whether the address is proven. */
const accountOf = statement.read<{ email: string; name: string; joined: string; proven: boolean }>(
  'staff_account',
  `select email, first_name || ' ' || last_name as name, date_joined as joined, email_proven as proven
   from users where ${addressKey('email')} = ${addressKey('$1')}`,
);

const usage = usageOf('staff');
let config: Config | null = null;

/**
 * `npx runners staff add EMAIL`: turns an account of the configured database into a staff account; `remove` turns it
 * back.
 */
async function main(words: string[]): Promise<void> {
  const [action, email, ...rest] = words.filter((word) => word !== '--yes');
  if ((action !== 'add' && action !== 'remove') || !email || rest.length > 0) throw new Sentence(usage);
  config = readConfig(process.env);
  if (!config.databaseUrl && !existsSync(embeddedFolder(config.dataDir)))
    throw new Sentence(`DATA_DIR: there is no database in ${config.dataDir}: start the service once, then try again`);
  const database = await openDatabase(config);
  try {
    await mark(database, asciiAddress(email.trim()), action === 'add', words.includes('--yes'));
  } finally {
    await database.close();
  }
}

async function mark(database: Database, email: string, isStaff: boolean, sure: boolean): Promise<void> {
  if (!(await isMigrated(database)))
    throw new Sentence('the database has no tables of this version yet: start the service once, then try again');
  const found = await database.one(accountOf, [email]);
  if (!found) throw new Sentence(`no account has the e-mail address ${email}`);
  if (isStaff) checkProof(found, sure);
  const account = await database.one(setStaff, [email, isStaff]);
  if (!account) throw new Sentence(`no account has the e-mail address ${email}`);
  const change = account.before === isStaff ? 'already' : 'now';
  process.stdout.write(`${account.email} is ${change} ${isStaff ? 'a staff account' : 'an ordinary account'}\n`);
}

/**
 * The user who registered an address first need not be its owner, so the operator has to confirm the decision
 * (decisions N26).
 */
function checkProof(account: { email: string; name: string; joined: string; proven: boolean }, sure: boolean): void {
  if (account.proven) return;
  const whose = `${account.email} (${account.name}, registered ${account.joined.slice(0, 10)})`;
  const doubt = `${whose}: nobody has shown that this address is theirs`;
  if (!sure) throw new Sentence(`${doubt}; add --yes to make it a staff account all the same`);
  process.stdout.write(`${doubt}\n`);
}

/** Ends with one sentence. */
class Sentence extends Error {}

main(process.argv.slice(2)).catch((error: unknown) => {
  const sentence = error instanceof Sentence ? error.message : startSentence(error, config);
  process.stderr.write(`${sentence ?? String((error as Error).stack)}\n`);
  process.exitCode = 1;
});
