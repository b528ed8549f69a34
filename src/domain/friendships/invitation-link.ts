import type { Context } from '../context.ts';
import type { Queries } from '../../platform/database/statement.ts';
import { openInvitation } from './invitation.queries.ts';
import type { OpenInvitation } from './invitation.queries.ts';

/** Where the link of an invitation's mail leads; the path below it is the invitation's id. */
export const invitationPath = '/invitation';

/** How long it works, in milliseconds. */
const validMs = 30 * 24 * 60 * 60 * 1000;

/** The link of the mail: whoever has it gets the mail of that address (decisions N22). */
export function invitationLink({ signer, publicUrl, now }: Context, id: number): { link: string; expires: Date } {
  const expires = new Date(now().getTime() + validMs);
  return { link: `${publicUrl}${signer.sign(`${invitationPath}/${id}`, expires)}`, expires };
}

/**
 * The invitation that a link (whole, or its path and query) was mailed for; null when it isn't ours, has ended, or the
 * address was proven meanwhile.
 */
export async function invitationOf(
  { signer, publicUrl, now }: Pick<Context, 'signer' | 'publicUrl' | 'now'>,
  queries: Queries,
  link: string,
): Promise<OpenInvitation | null> {
  const url = link.trim().startsWith(publicUrl) ? link.trim().slice(publicUrl.length) : link.trim();
  const id = /^\/invitation\/([1-9]\d{0,15})\?/.exec(url)?.[1];
  if (id === undefined || !signer.verify(url, now())) return null;
  return (await queries.one(openInvitation, [Number(id)])) ?? null;
}
