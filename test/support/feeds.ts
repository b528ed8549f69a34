import { as } from './cast.ts';
import type { Person } from './cast.ts';
import type { Mapping } from './client.ts';

/** A page of the post list. */
export interface Page {
  meta: { newer: string | null; older: string | null; feed_type: string };
  objects: (Mapping & { id: number })[];
}

/** Reads a page of the post list; `query` without the question mark. */
export async function feedPage(viewer: Person, query = ''): Promise<Page> {
  const answer = await as(viewer).get(`/post/${query === '' ? '' : `?${query}`}`);
  if (answer.status !== 200) throw new Error(`the feed was refused: ${answer.status} ${answer.text}`);
  return answer.json<Page>();
}

/** The ids of a page. */
export async function feedIds(viewer: Person, query = ''): Promise<number[]> {
  return (await feedPage(viewer, query)).objects.map(({ id }) => id);
}

/** Follows a link of `meta`. */
export async function follow(viewer: Person, link: string): Promise<Page> {
  return (await as(viewer).sendTo('GET', link)).json<Page>();
}
