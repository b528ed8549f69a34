import { demoRunners } from './demo-cast.ts';
import { statement } from '../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';

/** `$1` are e-mail addresses. Every process clears its cache of the accounts. */
const unmark = statement.write(
  'unmark_demo_staff',
  `with ended as (update users set is_staff = false where email = any($1::text[]) and is_staff returning id)
   select pg_notify('key_revoked', 'all:' || id) from ended`,
);

/**
 * Turns the staff accounts of the demo data into ordinary accounts, because people other than the operator may sign in
 * (decisions N26).
 */
export async function unmarkDemoStaff(queries: Queries): Promise<void> {
  const staff = demoRunners.filter(({ role }) => role === 'staff').map(({ name }) => `${name}@example.com`);
  await queries.all(unmark, [staff]);
}
