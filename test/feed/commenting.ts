import { idIn } from '../conversations/conversation-calls.ts';
import { as } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';

/** Comments on a post over REST; resolves with the id of the comment. */
export async function comment(person: Person, postId: number, text: string): Promise<number> {
  return idIn(await as(person).post('/comment/', { post_id: postId, comment: text }));
}
