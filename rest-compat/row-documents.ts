import type { FurtherHeaders } from '../src/request/recorded-response.ts';
import { print } from 'graphql';
import { documentIdOf } from '@runners/graphql';
import type { AnyRow } from './endpoint.ts';
import { table } from './table.ts';

/** The path of the page about moving over (`tools/translate/serve-migration.ts`). */
export const migratePath = '/migrate';
/** The header with the id of the document that has served an answer. */
const documentIdHeader = 'GraphQL-Document-Id';

/** The document of a row as a client sends it. */
export interface RowDocument {
  /** The id by which it is registered: `sha256:` and the hash of its text. */
  id: string;
  text: string;
}

/** The documents of all rows. They are registered, so that clients can execute them by their ids (decisions D329). */
export const rowDocuments: ReadonlyMap<AnyRow, RowDocument> = new Map(
  Object.values(table).map((row) => {
    const text = print(row.document);
    return [row, { id: documentIdOf(text), text }];
  }),
);

const labels = new Map<AnyRow, string>();
for (const [label, row] of Object.entries(table)) if (!labels.has(row)) labels.set(row, label);

/** Returns the label of a row, or the first of several. */
export function labelOf(row: AnyRow): string {
  return labels.get(row) ?? '';
}

/**
 * Returns the headers of the answers of a row that lead to its successor in GraphQL.
 * @param pages the address of `/migrate`, or null if it is not served
 */
export function successorOf(row: AnyRow, pages: string | null): FurtherHeaders {
  const { id = '' } = rowDocuments.get(row) ?? {};
  if (pages === null) return { [documentIdHeader]: id };
  const page = `${pages}?row=${encodeURIComponent(labelOf(row))}`;
  return { Link: `<${page}>; rel="successor-version"`, [documentIdHeader]: id };
}
