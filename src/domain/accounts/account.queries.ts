import { selected } from '../../platform/database/columns.ts';
import type { Stored } from '../../platform/database/columns.ts';
import { statement } from '../../platform/database/statement.ts';
import { ApiKey } from './api-key.entity.ts';
import { markSql } from '../taking-over/marks.ts';
import { User } from '../people/user.entity.ts';
import { addressKey } from '../../platform/mail/address.ts';

const accountNames = ['id', 'username', 'email', 'passwordHash'] as const satisfies (keyof Stored<User>)[];

/** The columns of an account that signing in requires. */
type AccountRow = Pick<Stored<User>, (typeof accountNames)[number]>;

const columns = selected(User, '', accountNames);

/** What the hash of an account that has no password begins with, if it has one: so Django marks it. */
export const noPassword = '!';

/** Whether the user `u` has a password. */
export const hasPassword = (u: string) => `coalesce(not starts_with(${u}.password_hash, '${noPassword}'), false)`;

/** `$1` is the e-mail address in any case. */
export const accountByEmail = statement.read<AccountRow>(
  'account_by_email',
  `select ${columns} from users where ${addressKey('email')} = ${addressKey('$1')}`,
  { all: 'the caller gives the address when signing in or requesting a link; nothing of the account is shown' },
);

/** The account that a sign-in is for, if it exists, and the form of its address. */
interface AccountByAddress {
  /** The requested address in lower case, as the database computes it. Sign-in attempts are counted by it. */
  name: string;
  account: AccountRow | null;
}

/** `$1` is the e-mail address in any case. The statement always returns one row. */
export const accountByAddress = statement.read<AccountByAddress>(
  'account_by_address',
  `select ${addressKey('$1')} as name, case when u.id is not null then json_build_object('id', u.id, 'username', u.username,
     'email', u.email, 'passwordHash', u.password_hash) end as account
   from (select 1) one left join users u on ${addressKey('u.email')} = ${addressKey('$1')}`,
  { all: 'the caller gives the address when signing in or requesting a link; nothing of the account is shown' },
);

/** `$1` is the user id. */
export const accountById = statement.read<AccountRow>('account_by_id', `select ${columns} from users where id = $1`, {
  owner: 'id = $1',
});

/**
 * Returns no row if user `$1` no longer has the password hash `$2` that was just checked. Otherwise it locks the row,
 * so that the hash remains until the transaction ends. This is necessary because comparing passwords takes longer than
 * changing them.
 */
export const passwordStill = statement.write<{ id: number }>(
  'password_still',
  'select id from users where id = $1 and password_hash = $2 for no key update',
  { owner: 'id = $1' },
);

const markOf = (passwordHash: string) => `decode(${markSql('password_hash', passwordHash)}, 'hex')`;

/**
 * `$1` is the user, whose password was just checked, and `$2` its hash in the present form. If the password was taken over, it is still the
 * same one for a later bundle.
 */
export const renewPassword = statement.write(
  'renew_password',
  `with same as (
     update taken_record k set marks = k.marks || ${markOf('$2::text')}
     from users u where k.kind = 'users' and k.id = $1 and u.id = $1 and position(${markOf('u.password_hash')} in k.marks) > 0
   ) update users set password_hash = $2 where id = $1`,
);

/** A key that this service has issued to user `$1`, if there is one. */
export const keyOfOurs = statement.read<{ id: number }>(
  'key_of_ours',
  'select id from api_key where user_id = $1 and not taken_over limit 1',
  { owner: 'user_id = $1' },
);

/** Revokes the keys of user `$1` except `$2` (0: all keys) and notifies every process. */
export const revokeOtherKeys = statement.write<{ id: number }>(
  'revoke_other_keys',
  `with gone as (delete from api_key where user_id = $1 and id <> $2 returning id)
   select pg_notify('key_revoked', id::text) from gone`,
);

/** What the owner of a key is shown of it, in the list of keys and in the archive: never the key itself. */
export const keyNames = [
  'id',
  'label',
  'name',
  'scopes',
  'createdDate',
  'expiresDate',
  'lastUsedDate',
  'lastUsedFrom',
  'lastUsedBy',
  'takenOver',
] as const satisfies (keyof Stored<ApiKey>)[];

/** A key as its owner sees it. */
export type ApiKeyRow = Pick<Stored<ApiKey>, (typeof keyNames)[number]>;

/** The columns of an `ApiKeyRow`. */
export const keyColumns = selected(ApiKey, '', keyNames);

/** `$1` is the id of the owner, and `$2` are ids of keys. */
export const keysByIds = statement.read<ApiKeyRow>(
  'keys_by_ids',
  `select ${keyColumns} from api_key where user_id = $1 and id = any($2::bigint[])`,
  { owner: 'user_id = $1' },
);

/**
 * Locks the account `$1` until the transaction ends. A change of the password takes this lock before that of the reset
 * link.
 */
export const lockAccount = statement.write('lock_account', 'select id from users where id = $1 for no key update');
