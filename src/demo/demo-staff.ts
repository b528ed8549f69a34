import { demoRunners } from './demo-cast.ts';
import { statement } from '../platform/database/statement.ts';
import type { Queries } from '../platform/database/statement.ts';

/** `$1` e-mail addresses. Every process forgets what it remembers of the accounts. */
const unmark = statement(
  'unmark_demo_staff',
  `with ended as (update users set is_staff = false where email = any($1::text[]) and is_staff returning id)
   select pg_notify('key_revoked', 'all:' || id) from ended`,
);

/** Makes the staff of the demo data ordinary people: others than whoever runs the service may sign in (decisions N26). */
export async function unmarkDemoStaff(queries: Queries): Promise<void> {
  const staff = demoRunners.filter(({ role }) => role === 'staff').map(({ name }) => `${name}@example.com`);
  await queries.all(unmark, [staff]);
}
