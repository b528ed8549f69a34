import type { Context } from '../domain/context.ts';
import { blockUser } from '../domain/friendships/block-user.ts';
import { reportSubject } from '../domain/moderation/report-subject.ts';
import { demoRoles } from './demo-people.ts';

/** Demo data: the demo account has blocked somebody, whom a friend has reported to the staff. */
export async function seedDemoSafety(contextOf: (name: string) => Context): Promise<void> {
  const blocked = contextOf(demoRoles.blocked).viewer?.id ?? 0;
  const text = 'Sends the same advertisement to everybody in the running group.';
  await reportSubject(contextOf(demoRoles.friend), 'person', blocked, { reason: 'spam', text });
  await blockUser(contextOf(demoRoles.owner), blocked);
}
