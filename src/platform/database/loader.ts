import DataLoader from 'dataloader';

/** Loads an object by its key; null when there is none that the viewer may see. */
export type Loader<Row> = DataLoader<number, Row | null>;

export function loader<Row>(fetch: (ids: number[]) => Promise<Row[]>, keyOf: (row: Row) => number): Loader<Row> {
  return new DataLoader<number, Row | null>(async (ids) => {
    const rows = new Map((await fetch([...ids])).map((row) => [keyOf(row), row]));
    return ids.map((id) => rows.get(id) ?? null);
  });
}

/** Loads a count for each id. */
export type CountLoader = DataLoader<number, number>;

/** `fetch` omits ids whose count is zero. */
export function countLoader(fetch: (ids: number[]) => Promise<{ id: number; count: number }[]>): CountLoader {
  return new DataLoader(async (ids) => {
    const counts = new Map((await fetch([...ids])).map(({ id, count }) => [id, count]));
    return ids.map((id) => counts.get(id) ?? 0);
  });
}

/** A part of a list that is ordered by ids. */
export interface Page {
  /** The largest number of rows. Callers that need to know whether there are more request one more. */
  limit: number;
  offset: number;
  /** Only rows that follow this one in the order of the list; null for all. */
  after: number | null;
  /** Only rows that precede this one; null for all. With the newest row first, it counts only for a page from the end, and `after` for others. */
  before: number | null;
  /** Whether rows are counted from the end of the list. They are still returned in its order. */
  fromEnd: boolean;
}

/** A page of the objects that belong to another, such as the comments of a post. */
interface PageOf extends Page {
  of: number;
}

/** Loads pages. Those of one tick that differ only in their parent object are loaded by one statement. */
export type PagedLoader<Row> = DataLoader<PageOf, Row[], string>;

/** @param fetch returns the rows of each object */
export function pagedLoader<Row>(
  fetch: (things: number[], page: Page) => Promise<Map<number, Row[]>>,
): PagedLoader<Row> {
  return new DataLoader<PageOf, Row[], string>(
    async (keys) => {
      const alike = Map.groupBy(keys, pageName);
      const found = await Promise.all(
        [...alike].map(async ([name, group]) => {
          const things = group.map(({ of }) => of);
          return [name, await fetch(things, group[0] as PageOf)] as const;
        }),
      );
      const rowsOf = new Map(found);
      return keys.map((key) => rowsOf.get(pageName(key))?.get(key.of) ?? []);
    },
    { cacheKeyFn: (key) => `${key.of} ${pageName(key)}` },
  );
}

function pageName({ limit, offset, after, before, fromEnd }: Page): string {
  return [limit, offset, after, before, fromEnd].join(' ');
}
