import { scopesOfDocument } from '../schema/execution/check-scopes.ts';
import type { CostOf, Run } from '@runners/graphql';
import type { Context } from '../src/domain/context.ts';
import { makeCosts } from '../schema/execution/costs.ts';
import type { Executor } from '../schema/execution/executor.ts';
import { rootFieldsOf } from '../schema/execution/observed-operation.ts';
import type { RootFields } from '../schema/execution/observed-operation.ts';
import { usesOf } from '../schema/execution/uses.ts';
import type { OperationUses } from '../schema/execution/uses.ts';
import type { Scopes } from '../src/domain/rules/scopes.ts';
import type { FurtherHeaders } from '../src/request/recorded-response.ts';
import type { AnyRow } from './endpoint.ts';
import { labelOf, successorOf } from './row-documents.ts';
import { RowEntries } from './row-entries.ts';
import { countedParametersOf } from './row-names.ts';
import { table } from './table.ts';

/** The compiled document of a row, what it costs and uses, the scopes that a key needs for it, and the headers of `successorOf`. */
export interface RowOperation {
  /** The label of the row without a query, for logs and metrics. */
  label: string;
  /** The first label of the row, as it is counted and planned. */
  name: string;
  entries: RowEntries;
  /** Whether its answer may be a GPX file. */
  hasGpx: boolean;
  run: Run<Context>;
  costOf: CostOf;
  fields: RootFields;
  uses: OperationUses;
  scopes: Scopes;
  successor: FurtherHeaders;
}

/** Compiles the documents of all rows, once at the start. @param pages as `successorOf` takes it */
export function makeRowOperations(executor: Executor, pages: string | null): ReadonlyMap<AnyRow, RowOperation> {
  const operations = new Map<AnyRow, RowOperation>();
  // These costs are stored apart from those of callers' documents, which are evicted.
  const costs = makeCosts(executor.schema);
  for (const [label, row] of Object.entries(table))
    operations.set(row, {
      label: labelOf(row).split('?', 1)[0] ?? label,
      name: labelOf(row),
      entries: new RowEntries(labelOf(row), countedParametersOf(row)),
      hasGpx: row.gpx !== undefined,
      run: executor.compile(row.document),
      costOf: costs(row.document, label, null),
      fields: rootFieldsOf(executor.schema, row.document),
      uses: usesOf(executor.schema, row.document),
      scopes: scopesOfDocument(executor.schema, row.document, null, 'certain'),
      successor: successorOf(row, pages),
    });
  return operations;
}
