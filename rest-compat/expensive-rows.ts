import type { GraphQLSchema } from 'graphql';
import { limits, makeCostOf } from '../schema/execution/limits.ts';
import type { Context } from '../src/domain/context.ts';
import type { AnyRow } from './endpoint.ts';

/** Pages of up to so many things are never expensive. */
const smallPage = 100;

/** Runs the document of a row. */
type RunInTurn = <T>(
  row: AnyRow,
  context: Context,
  variables: Record<string, unknown>,
  run: () => Promise<T>,
) => Promise<T>;

/**
 * Rows cost what their documents do: a long list waits for its turn as a GraphQL document of that cost does, two of a person
 * at once. The ordinary pages of apps are small, and are not looked at.
 */
export function makeRunInTurn(schema: GraphQLSchema): RunInTurn {
  const costOf = makeCostOf(schema);
  /** Costs of rows by their page sizes, of which there are a thousand; each row has a name. */
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
