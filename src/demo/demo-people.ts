import { issueKey } from '../domain/accounts/issue-key.ts';
import { hashSecret } from '../domain/accounts/keys.ts';
import type { Database } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';

/** What a person of the demo data is to the demo account, the owner of what the playground shows. */
export type DemoRole = 'owner' | 'friend' | 'stranger' | 'blocked' | 'staff';

/** A person of the demo data as whom the playground can send requests (decisions D339). */
export interface DemoPerson {
  role: DemoRole;
  userId: number;
  username: string;
  firstName: string;
  apiKey: string;
}

/** Who has which role, by the name of the runner. */
export const demoRoles: Readonly<Record<DemoRole, string>> = {
  owner: 'demo',
  friend: 'elena',
  stranger: 'aylin',
  blocked: 'noa',
  staff: 'camille',
};

/** `$1` is the id of a user, and `$2` the hash of a key. */
const hasKey = statement.read<{ id: number }>(
  'demo_has_key',
  'select id from api_key where user_id = $1 and key_hash = $2',
  {
    all: 'the keys of the demo data of this service, when it starts',
  },
);

/** `$1` is the id of a user. */
const demoUser = statement.read<{ username: string }>('demo_user', 'select username from users where id = $1', {
  all: 'the demo data of this service, when it starts',
});

/**
 * The people of the demo with valid keys. A key that was revoked, or replaced by those of newer sign-ins, is replaced. People who have
 * deleted their accounts are left out.
 */
export async function renewPeople(database: Database, people: readonly DemoPerson[]): Promise<DemoPerson[]> {
  const renewed: DemoPerson[] = [];
  for (const person of people) {
    const user = await database.one(demoUser, [person.userId]);
    if (!user) continue;
    const isValid = await database.one(hasKey, [person.userId, hashSecret(person.apiKey)]);
    const named = { ...person, username: user.username };
    if (isValid) renewed.push(named);
    else {
      const issue = { id: person.userId, username: user.username };
      const { apiKey } = await database.transaction(async (tx) => issueKey(await tx.em(), issue, 'npm start'));
      renewed.push({ ...named, apiKey });
    }
  }
  return renewed;
}
