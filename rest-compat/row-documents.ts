import { print } from 'graphql';
import { documentIdOf } from '../schema/execution/known-documents.ts';
import type { AnyRow } from './endpoint.ts';
import { table } from './table.ts';

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
