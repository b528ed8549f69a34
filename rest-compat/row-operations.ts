import { scopesOfDocument } from '../schema/execution/check-scopes.ts';
import type { Run } from '../schema/execution/fast/index.ts';
import { makeCosts } from '../schema/execution/costs.ts';
import type { CostOf } from '../schema/execution/costs.ts';
import type { Executor } from '../schema/execution/executor.ts';
import { rootFieldsOf } from '../schema/execution/observed-operation.ts';
import type { Scopes } from '../src/domain/rules/scopes.ts';
import type { FurtherHeaders } from '../src/request/recorded-response.ts';
import type { AnyRow } from './endpoint.ts';
import { labelOf, successorOf } from './row-documents.ts';
import { table } from './table.ts';

/** The compiled document of a row, its cost, its root fields, the scopes that a key needs for it, and the headers of `successorOf`. */
export interface RowOperation {
  /** The label of the row without a query, for logs and metrics. */
  label: string;
  run: Run;
  costOf: CostOf;
  fields: readonly string[];
  scopes: Scopes;
  successor: FurtherHeaders;
}

/** Compiles the documents of all rows, once at the start. @param publicUrl the base of absolute URLs */
export function makeRowOperations(executor: Executor, publicUrl: string): ReadonlyMap<AnyRow, RowOperation> {
  const operations = new Map<AnyRow, RowOperation>();
  // These costs are stored apart from those of callers' documents, which are evicted.
  const costs = makeCosts(executor.schema);
  for (const [label, row] of Object.entries(table))
    operations.set(row, {
      label: labelOf(row).split('?', 1)[0] ?? label,
      run: executor.compile(row.document),
      costOf: costs(row.document, label, null),
      fields: rootFieldsOf(executor.schema, row.document),
      scopes: scopesOfDocument(executor.schema, row.document, null, 'certain'),
      successor: successorOf(row, publicUrl),
    });
  return operations;
}
