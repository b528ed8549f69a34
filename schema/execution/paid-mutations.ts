import { defaultFieldResolver } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../src/domain/context.ts';

/** Lets each mutation of a document pay as if it had come alone (decisions W23): thirty in one document pay thirty times. */
export function payEachMutation(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve = defaultFieldResolver } = field;
    field.resolve = async (root, args, context: Context, info) => {
      await context.budget.spendMutation();
      return resolve(root, args, context, info) as unknown;
    };
  }
}
