import { GraphQLError, ValuesOfCorrectTypeRule } from 'graphql';
import type { ASTVisitor, ValidationContext, ValidationRule } from 'graphql';
import { invalidFields } from '../../src/errors.ts';
import type { Violation } from '../../src/errors.ts';
import { inputError } from './failure-errors.ts';
import { faultsIn, mostFaults, segmentsTo } from './input-faults.ts';

/** The faults that errors of this rule stand for. */
const faults = new WeakMap<GraphQLError, Violation[]>();

/** The rule of GraphQL for values in the document itself, which also notes where in an input each of them stands. */
export const valuesOfCorrectType: ValidationRule = (context) => {
  let current: { node: unknown; keys: readonly (string | number)[] } = { node: null, keys: [] };
  const noting = Object.create(context, {
    reportError: {
      value: (error: GraphQLError) => {
        const noted = error.nodes ? error : new GraphQLError(error.message, { ...error, nodes: current.node as never });
        faults.set(noted, faultsOfLiteral(context, error, current.keys));
        context.reportError(noted);
      },
    },
  }) as ValidationContext;
  const at =
    (visit: (...given: never[]) => unknown) =>
    (...given: never[]): unknown => {
      const [node, , , keys] = given as unknown as [unknown, unknown, unknown, (string | number)[]];
      current = { node, keys };
      return visit(...given);
    };
  const visitor = ValuesOfCorrectTypeRule(noting) as Record<string, unknown>;
  const noted = Object.entries(visitor).map(([kind, visit]) => [
    kind,
    typeof visit === 'function'
      ? at(visit as never)
      : Object.fromEntries(Object.entries(visit as object).map(([when, each]) => [when, at(each as never)])),
  ]);
  return Object.fromEntries(noted) as ASTVisitor;
};

function faultsOfLiteral(context: ValidationContext, error: GraphQLError, keys: readonly (string | number)[]) {
  const segments = segmentsTo(context.getDocument(), keys);
  // Outside of arguments there are only the defaults of variables.
  if (segments.length === 0) return [];
  return faultsIn(context.getSchema(), error, segments);
}

/**
 * The errors of a document, with those of its values as one that names the fields (decisions D270).
 * @param coded gives the others their code
 */
export function withLiteralFaults(
  errors: readonly GraphQLError[],
  coded: (error: GraphQLError) => GraphQLError,
): GraphQLError[] {
  const found = new Map<string, Violation>();
  const ofValues = errors.filter((error) => (faults.get(error)?.length ?? 0) > 0);
  for (const fault of ofValues.flatMap((error) => faults.get(error) ?? []))
    if (!found.has(fault.path)) found.set(fault.path, fault);
  const others = errors.filter((error) => !ofValues.includes(error)).map(coded);
  if (found.size === 0) return others;
  const nodes = ofValues.flatMap((error) => error.nodes ?? []);
  return [inputError(invalidFields([...found.values()].slice(0, mostFaults)), nodes), ...others];
}
