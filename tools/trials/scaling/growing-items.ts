import type { Cast } from '../bench/cast.ts';
import { documents } from '../bench/documents.ts';
import { feed, get, graphqlRequest, pageSize } from '../bench/item-kinds.ts';
import type { Item } from '../bench/item-kinds.ts';
import { items } from '../bench/items.ts';
import type { Reader, Request } from '../bench/requests.ts';

const local: Item = {
  name: 'local',
  about: 'local feed page',
  bars: {},
  requests: {
    REST: ({ readers }) => readers.typical.map((reader) => get(reader, `/post/?type=local&limit=${pageSize}`)),
    GraphQL: ({ readers }) =>
      readers.typical.map((reader) =>
        graphqlRequest(reader, documents.feed.replace('FRIENDS', 'LOCAL'), { first: pageSize, after: null }),
      ),
  },
  values: (_contender, text) => JSON.parse(text) as unknown,
};

/** An item by its name in the benchmark, or `local`. */
export function itemNamed(name: string): Item {
  const item = [...items, local].find((one) => one.name === name);
  if (!item) throw new Error(`no item ${name}`);
  return item;
}

/** The friends feed for some readers. */
export const feedOf = (name: string, readersOf: (cast: Cast) => readonly Reader[]): Item =>
  feed(name, 'friends feed page', (cast) => readersOf(cast).map((reader) => ({ reader })));

/** The interfaces over which items are measured. */
export const interfaces = ['REST', 'GraphQL'] as const;
export type Interface = (typeof interfaces)[number];

/** The requests of an item over an interface. */
export function requestsOf(item: Item, apiInterface: Interface, cast: Cast): Request[] {
  return item.requests[apiInterface]?.(cast) ?? [];
}
