import { defaultFieldResolver } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import { beingPrepared } from '../../src/domain/taking-over/preparing.ts';

/**
 * Each mutation of a document begins as its caller, also after one by which somebody has signed in, whose result is read as
 * that user (decisions D280). While a takeover is being prepared, none is executed (P29).
 */
export function beginAsCaller(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve = defaultFieldResolver } = field;
    field.resolve = (root, args, context: Context, info) => {
      if (context.isPreparing()) throw beingPrepared();
      context.actAs(null);
      return resolve(root, args, context, info) as unknown;
    };
  }
}
