import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { momentOf } from '../rules/moment.ts';

/** The path at which exports are served. It is followed by the id of the user. */
export const exportsPath = '/exports';

/** How long the link is valid. */
const validMs = 15 * 60_000;

/**
 * A link to all data of the viewer, which ends with the key of this request. The archive is produced when it is
 * downloaded, so nothing is stored.
 */
export async function exportMyData(context: Context): Promise<{ url: string; expiresDate: string }> {
  const viewer = viewerOf(context);
  await context.budget.spend('upload');
  const expires = new Date(context.now().getTime() + validMs);
  const path = `${exportsPath}/${viewer.id}`;
  const signed = context.signer.sign(`${path}/${viewer.keyId}`, expires).replace(/^.*\?/, '');
  const url = `${context.publicUrl}${path}?key=${viewer.keyId}&${signed}`;
  return { url, expiresDate: momentOf(expires.getTime()) };
}

/**
 * The user whose archive the URL of a request returns, and the key that requested the link. Null if the service has not
 * signed the URL, or if it has expired.
 */
export function readExportUrl(
  { signer, now }: Pick<Context, 'signer' | 'now'>,
  url: string,
): { userId: number; keyId: number } | null {
  const [, path, userId, query] = /^((?:.*)\/(\d+))\?(.*)$/.exec(url) ?? [];
  const keyId = new URLSearchParams(query).get('key');
  if (path === undefined || keyId === null || !signer.verify(`${path}/${keyId}?${query}`, now())) return null;
  return { userId: Number(userId), keyId: Number(keyId) };
}
