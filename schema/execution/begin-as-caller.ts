import { defaultFieldResolver } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../src/domain/context.ts';

/**
 * Each mutation of a document begins as its caller, also after one by which somebody has signed in, whose result is read as
 * that user (decisions D280).
 */
export function beginAsCaller(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve = defaultFieldResolver } = field;
    field.resolve = (root, args, context: Context, info) => {
      context.actAs(null);
      return resolve(root, args, context, info) as unknown;
    };
  }
}
