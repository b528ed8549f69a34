import type { FileName } from './field.ts';
import { Known } from './known.ts';
import type { Bundle } from './open.ts';
import { readLines } from './read-lines.ts';
import { isRecord } from './read-value.ts';
import { idOf, momentOf, referredId } from './scalars.ts';
import { Unusable } from './unusable.ts';
import { pairOf } from './uniques.ts';

/**
 * What is known of a bundle before its records are read in their order: what later lines say about earlier ones. Of two friendships of one
 * pair the accepted one counts, and nobody has read further than the last message.
 */
export async function foreseen(bundle: Bundle): Promise<Known> {
  const known = new Known((path) => bundle.hasFile(path));
  await eachRecord(bundle, 'friendships', ({ requester, user, accepted_date: accepted }, line) => {
    if (accepted === null || accepted === undefined || momentOf(accepted) instanceof Unusable) return;
    const [one, other] = [referredId(requester, 'user'), referredId(user, 'user')];
    if (one instanceof Unusable || other instanceof Unusable) return;
    if (known.friendsIn(one, other) === null) known.friends.set(pairOf(one, other), line);
  });
  await eachRecord(bundle, 'messages', ({ id, conversation }) => {
    const [message, of] = [idOf(id), referredId(conversation, 'conversation')];
    if (message instanceof Unusable || of instanceof Unusable) return;
    if (message > (known.lastMessageOf(of) ?? 0)) known.lastMessages.set([of, 0], message);
  });
  return known;
}

async function eachRecord(
  bundle: Bundle,
  name: FileName,
  use: (record: Readonly<Record<string, unknown>>, line: number) => void,
): Promise<void> {
  const file = bundle.records.get(name);
  if (file === undefined) return;
  for await (const one of readLines(bundle.pathOf(file)))
    if ('record' in one && isRecord(one.record)) use(one.record, one.line);
}
