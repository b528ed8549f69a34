import type { Context } from '../context.ts';
import type { Queries } from '@runners/postgres';
import { openInvitation } from './invitation.queries.ts';
import type { OpenInvitation } from './invitation.queries.ts';

/** The path of the link in the mail of an invitation, followed by the id of the invitation. */
export const invitationPath = '/invitation';

/** The lifetime of the link in milliseconds. */
const validMs = 30 * 24 * 60 * 60 * 1000;

/** Makes the link of the mail. It proves that its user receives the mail of that address (decisions N22). */
export function invitationLink({ signer, publicUrl, now }: Context, id: number): { link: string; expires: Date } {
  const expires = new Date(now().getTime() + validMs);
  return { link: `${publicUrl}${signer.sign(`${invitationPath}/${id}`, expires)}`, expires };
}

/**
 * Finds the invitation of a link (complete, or its path and query); null when it is not valid, has expired, or the
 * address has been proven in the meantime.
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
