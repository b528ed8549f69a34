import { createRequire } from 'node:module';
import { TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import type { ASTNode, DocumentNode, FieldNode, GraphQLSchema } from 'graphql';
import type * as QueryComplexity from 'graphql-query-complexity';
import type { Prices } from './prices-of-fields.ts';
import { argumentsOf, numberOf } from './quantity.ts';
import type { Extent } from './quantity.ts';

// Its ES module build loads a second copy of graphql.
const { getComplexity } = createRequire(import.meta.url)('graphql-query-complexity') as typeof QueryComplexity;

/** What was counted for a field with subfields: the size and the form of its extent. */
export interface CountedField {
  size: number;
  form: Extent['form'];
  /** What each object costs. */
  each: number;
}

/** The estimated cost of an operation, and of what it consists. */
export interface CountedCost {
  points: number;
  counted: ReadonlyMap<FieldNode, CountedField>;
}

/**
 * Counts what a document costs: each field costs its price, and the fields inside a page cost that times the page size.
 * @param owns receives what each field costs without its subfields
 * @throws GraphQLError when the variables do not match their types, which is noticed here first
 */
export function countCost(
  { costOf, extentOf, lettersAPoint }: Prices,
  schema: GraphQLSchema,
  query: DocumentNode,
  operationName: string | null | undefined,
  variables: Record<string, unknown>,
  owns?: Map<FieldNode, number>,
): CountedCost {
  const counted = new Map<FieldNode, CountedField>();
  const estimator: QueryComplexity.ComplexityEstimator = (options) => {
    const { args, childComplexity: each, field, node, type } = options;
    const own = costOf(field, args, type.name) + Math.floor((node.alias?.value.length ?? 0) / lettersAPoint);
    owns?.set(node, own);
    if (field.name.startsWith('__')) return own;
    const extent = extentOf(field, type);
    const size = numberOf(extent.size, args);
    const { form } = extent;
    // Without subfields, only a text and the points of a scalar have a size.
    const one = node.selectionSet ? each : Number(form !== 'one');
    if (one > 0) counted.set(node, { size, each: one, form });
    return own + size * one;
  };
  const named = operationName ? { operationName } : {};
  return { points: getComplexity({ schema, query, variables, ...named, estimators: [estimator] }), counted };
}

/** The variables on which the cost of a document depends: those of directives, and of the arguments that decide a cost or an extent. */
export function costVariables(
  { statedCost, extentOf }: Prices,
  schema: GraphQLSchema,
  document: DocumentNode,
): ReadonlySet<string> {
  const names = new Set<string>();
  const types = new TypeInfo(schema);
  const note = (node: ASTNode) => visit(node, { Variable: ({ name }) => void names.add(name.value) });
  visit(
    document,
    visitWithTypeInfo(types, {
      Directive: (node) => void note(node),
      Field({ arguments: given = [] }) {
        const [field, parent] = [types.getFieldDef(), types.getParentType()];
        if (!field || !parent) return;
        const reads = [statedCost(field), extentOf(field, parent).size].flatMap(argumentsOf);
        for (const argument of given) if (reads.includes(argument.name.value)) note(argument);
      },
    }),
  );
  return names;
}
