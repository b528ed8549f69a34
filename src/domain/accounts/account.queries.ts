import { selected } from '../../platform/database/columns.ts';
import type { Stored } from '../../platform/database/columns.ts';
import { statement } from '../../platform/database/statement.ts';
import { ApiKey } from './api-key.entity.ts';
import { User } from './user.entity.ts';

const accountNames = ['id', 'username', 'email', 'passwordHash'] as const satisfies (keyof Stored<User>)[];

/** What signing in needs to know of an account. */
type AccountRow = Pick<Stored<User>, (typeof accountNames)[number]>;

const columns = selected(User, '', accountNames);

/** `$1` e-mail, any case. */
export const accountByEmail = statement<AccountRow>(
  'account_by_email',
  `select ${columns} from users where lower(email) = lower($1)`,
  { all: 'whoever signs in or asks for a link says the address; nothing of the account is shown' },
);

/** The account that somebody signs in as, if there is one, and what it is found by. */
interface AccountByAddress {
  /** The address asked for in lower case as the database computes it: what guesses are counted by. */
  name: string;
  account: AccountRow | null;
}

/** `$1` e-mail, any case; always one row. */
export const accountByAddress = statement<AccountByAddress>(
  'account_by_address',
  `select lower($1) as name, case when u.id is not null then json_build_object('id', u.id, 'username', u.username,
     'email', u.email, 'passwordHash', u.password_hash) end as account
   from (select 1) one left join users u on lower(u.email) = lower($1)`,
  { all: 'whoever signs in or asks for a link says the address; nothing of the account is shown' },
);

/** `$1` user id. */
export const accountById = statement<AccountRow>('account_by_id', `select ${columns} from users where id = $1`, {
  owner: 'id = $1',
});

/**
 * Nothing when user `$1` no longer has the password hash `$2` that was checked a moment ago; otherwise it stays so until
 * the transaction ends. Comparing passwords takes longer than changing them.
 */
export const passwordStill = statement<{ id: number }>(
  'password_still',
  'select id from users where id = $1 and password_hash = $2 for share',
  { owner: 'id = $1' },
);

/** Revokes the keys of user `$1` but `$2` (0: all), and says so to every process. */
export const revokeOtherKeys = statement<{ id: number }>(
  'revoke_other_keys',
  `with gone as (delete from api_key where user_id = $1 and id <> $2 returning id)
   select pg_notify('key_revoked', id::text) from gone`,
);

const keyNames = ['id', 'label', 'createdDate'] as const satisfies (keyof Stored<ApiKey>)[];

/** A key as its owner sees it in the list: never the key itself. */
export type ApiKeyRow = Pick<Stored<ApiKey>, (typeof keyNames)[number]>;

/** The columns of an `ApiKeyRow`. */
export const keyColumns = selected(ApiKey, '', keyNames);

/** `$1` whose, `$2` ids of keys. */
export const keysByIds = statement<ApiKeyRow>(
  'keys_by_ids',
  `select ${keyColumns} from api_key where user_id = $1 and id = any($2::bigint[])`,
  { owner: 'user_id = $1' },
);

/** Takes the account `$1` for the rest of the transaction: whoever changes the password does so before its reset link. */
export const lockAccount = statement('lock_account', 'select id from users where id = $1 for no key update');
