import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { momentOf } from '../rules/moment.ts';

/** Where exports are served; the path below it is the user's id. */
export const exportsPath = '/exports';

/** How long the link works. */
const validMs = 15 * 60_000;

/** A link to all one's own data, which ends with the key that asked. The archive is made when it is fetched, so the link is all there is. */
export async function exportMyData(context: Context): Promise<{ url: string; expiresDate: string }> {
  const viewer = viewerOf(context);
  await context.budget.spend('upload');
  const expires = new Date(context.now().getTime() + validMs);
  const path = `${exportsPath}/${viewer.id}`;
  const signed = context.signer.sign(`${path}/${viewer.keyId}`, expires).replace(/^.*\?/, '');
  const url = `${context.publicUrl}${path}?key=${viewer.keyId}&${signed}`;
  return { url, expiresDate: momentOf(expires.getTime()) };
}

/** Whose archive a request's URL gives, and which key asked for it; null when we have not signed it, or it has ended. */
export function readExportUrl(
  { signer, now }: Pick<Context, 'signer' | 'now'>,
  url: string,
): { userId: number; keyId: number } | null {
  const [, path, userId, query] = /^((?:.*)\/(\d+))\?(.*)$/.exec(url) ?? [];
  const keyId = new URLSearchParams(query).get('key');
  if (path === undefined || keyId === null || !signer.verify(`${path}/${keyId}?${query}`, now())) return null;
  return { userId: Number(userId), keyId: Number(keyId) };
}
