import { longestOldPath } from '../../../src/domain/pictures/old-urls.ts';

/** The path of a URL of the old service, in a list; empty for a text that is none. A path by itself is one as well. */
export function pathOf(url: string): string[] {
  if (!URL.canParse(url, 'http://old.invalid')) return [];
  const { pathname } = new URL(url, 'http://old.invalid');
  return pathname === '/' || pathname.length > longestOldPath ? [] : [pathname];
}
