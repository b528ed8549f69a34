import type { GraphQLFieldResolver } from 'graphql';

/** A resolver that says which property of a row it returns as it is whenever the row has it. */
interface Returning {
  property?: string;
}

/** Says of a resolver that it returns a property of a row as it is whenever the row has it: then it is only called for the other rows. */
export function returning<Row, Context>(
  property: string,
  resolve: GraphQLFieldResolver<Row, Context>,
): GraphQLFieldResolver<Row, Context> {
  return Object.assign(resolve, { property });
}

/** The property that a resolver returns as it is whenever the row has it. Undefined for a resolver that does anything else. */
export function propertyOf(resolve: GraphQLFieldResolver<unknown, unknown>): string | undefined {
  return (resolve as Returning).property;
}
