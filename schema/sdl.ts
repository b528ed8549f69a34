import { lexicographicSortSchema, printSchema } from 'graphql';
import type { GraphQLSchema } from 'graphql';

/** The path at which the schema is served as text. */
export const sdlPath = '/graphql/schema.graphql';

/** The schema in its definition language, as it is committed in `schema/schema.graphql`. */
export function sdlOf(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
