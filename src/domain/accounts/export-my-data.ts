import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { momentOf } from '../rules/moment.ts';

/** Where exports are served; the path below it is the user's id. */
export const exportsPath = '/exports';

/** How long the link works. */
const validMs = 15 * 60_000;

/** A link to all one's own data (decisions part 5). The archive is made when it is fetched, so the link is all there is. */
export async function exportMyData(context: Context): Promise<{ url: string; expiresDate: string }> {
  const viewer = viewerOf(context);
  await context.budget.spend('upload');
  const expires = new Date(context.now().getTime() + validMs);
  const path = context.signer.sign(`${exportsPath}/${viewer.id}`, expires);
  return { url: `${context.publicUrl}${path}`, expiresDate: momentOf(expires.getTime()) };
}
