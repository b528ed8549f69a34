import type { GraphQLSchema } from 'graphql';
import { limits, makeCostOf } from '../schema/execution/limits.ts';
import type { Context } from '../src/domain/context.ts';
import type { AnyRow } from './endpoint.ts';

/** A page of up to this many items is never expensive. */
const smallPage = 100;

/** Runs the document of a row, after waiting for its turn when it is expensive. */
export type RunInTurn = <T>(
  row: AnyRow,
  context: Context,
  variables: Record<string, unknown>,
  run: () => Promise<T>,
) => Promise<T>;

/**
 * Makes the function that runs documents of rows. A row costs what its document costs, and a long list waits for its turn as
 * a GraphQL document of that cost does: two expensive documents of one user run at the same time. Pages as apps request them
 * are small, and their cost is not computed.
 */
export function makeRunInTurn(schema: GraphQLSchema): RunInTurn {
  const costOf = makeCostOf(schema);
  /** Costs of each row by page size, of which there are a thousand, and the name that the row has in the cost cache. */
  const known = new Map<AnyRow, { name: string; costs: Map<number, number> }>();

  const costOfPage = (row: AnyRow, variables: Record<string, unknown>, size: number): number => {
    const { name, costs } = known.get(row) ?? { name: `row ${known.size}`, costs: new Map<number, number>() };
    known.set(row, { name, costs });
    let cost = costs.get(size);
    if (cost === undefined) costs.set(size, (cost = costOf(row.document, name, null, variables)));
    return cost;
  };

  return (row, context, variables, run) => {
    const size = variables['first'];
    if (typeof size !== 'number' || size <= smallPage || !context.viewer) return run();
    if (costOfPage(row, variables, size) < limits.expensiveDocument) return run();
    return context.capacity.documents.run(String(context.viewer.id), run);
  };
}
