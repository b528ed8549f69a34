import { as } from '../../../test/support/cast.ts';
import type { Person } from '../../../test/support/cast.ts';

/** The id in the `Location` of an answer. @throws Error if nothing was created */
function created({
  status,
  headers,
  text,
}: {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}): number {
  const id = /(\d+)\/$/.exec(String(headers['location']))?.[1];
  if (status !== 201 || id === undefined) throw new Error(`nothing was created: ${status} ${text}`);
  return Number(id);
}

/** Starts a conversation with the message "Hello". */
export const startConversation = async (from: Person, to: Person): Promise<number> =>
  created(await as(from).post('/conversation/', { recipients: [to.id], message: 'Hello' }));

export const say = async (from: Person, conversation: number, message: string): Promise<number> =>
  created(await as(from).post('/message/', { conversation_id: conversation, message }));

/** The texts of a conversation, in alphabetical order. */
export async function textsOf(person: Person, conversation: number): Promise<string[]> {
  const answer = await as(person).get(`/message/?conversation=${conversation}`);
  return answer
    .json<{ objects: { message: string }[] }>()
    .objects.map(({ message }) => message)
    .toSorted();
}
