import type { FileName } from '../bundle/field.ts';
import type { AnyRecord, RecordOf } from '../bundle/files.ts';
import { eventParticipants, events, sponsors } from './events.ts';
import type { Around } from './around.ts';
import { fitted } from './fitted.ts';
import type { Kind, Prepared } from './kind.ts';
import { pairId } from './pair-id.ts';
import { blocks, friendships, invitations, users } from './people.ts';
import { routes } from './routes.ts';
import { pictures } from './pictures.ts';
import { comments, posts, workouts } from './running.ts';
import { conversations, messages } from './conversations.ts';

/** The files that are stored. The old totals in `stats` are only compared. */
export type LoadedFile = Exclude<FileName, 'stats'>;

/** How each file is stored. */
export const kinds: { readonly [Name in LoadedFile]: Kind<Name> } = {
  users,
  friendships,
  blocks,
  invitations,
  workouts,
  posts,
  pictures,
  comments,
  conversations,
  messages,
  routes,
  events,
  event_participants: eventParticipants,
  sponsors,
};

/** Makes the row of a record. @throws Unusable if it cannot be stored */
export async function preparedRow(name: LoadedFile, record: AnyRecord, around: Around): Promise<Prepared> {
  const { prepare, tables } = kinds[name] as Kind<LoadedFile>;
  return fitted(await prepare(record as never, around), tables);
}

/** The number by which the ledger knows a record: its id, or one that is made of what it connects. */
export function ledgerId<Name extends LoadedFile>(name: Name, record: RecordOf<Name>): number {
  if ('id' in record) return record.id as number;
  const { user, blocked } = record as RecordOf<'blocks'>;
  if (name === 'blocks') return pairId(user, blocked);
  const { inviter, email } = record as unknown as RecordOf<'invitations'>;
  return pairId(inviter, email.toLowerCase());
}
