import { referredFiles } from '../bundle/files.ts';
import { foreseen } from '../bundle/foreseen.ts';
import type { Known } from '../bundle/known.ts';
import type { Bundle } from '../bundle/open.ts';
import { statement } from '../../../src/platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import { reason } from './kind.ts';
import { ledger } from './ledger.ts';
import { page, pagesOf } from './pages.ts';

const ownersAfter = statement.read<{ id: number; of: number }>(
  'take_over_owners_of_runs',
  `select id, user_id as of from workout where id > $1 ${page}`,
  reason,
);
const lastMessagesAfter = statement.read<{ id: number; of: number }>(
  'take_over_last_messages',
  `select id, last_message_id as of from conversation where id > $1 ${page}`,
  reason,
);

/**
 * What is known before a bundle is read. One that is not complete may have only what is new, and refer to everything that was loaded
 * before.
 */
export async function knownBefore(given: {
  bundle: Bundle;
  database: { unhurried: Queries };
  isComplete: boolean;
}): Promise<Known> {
  const known = await foreseen(given.bundle);
  known.hasAllMessages = true;
  if (given.isComplete) return known;
  const { unhurried } = given.database;
  for (const name of referredFiles)
    if (name !== 'stats')
      for await (const ids of ledger.ids(unhurried, name)) for (const id of ids) known.knowId(name, id);
  for await (const rows of pagesOf(unhurried, ownersAfter)) for (const { id, of } of rows) known.knowOwner(id, of);
  for await (const rows of pagesOf(unhurried, lastMessagesAfter))
    for (const { id, of } of rows) if (of > (known.lastMessageOf(id) ?? 0)) known.lastMessages.set([id, 0], of);
  return known;
}
