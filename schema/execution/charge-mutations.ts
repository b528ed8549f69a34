import { defaultFieldResolver } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import { noteChange } from '../../src/platform/database/one-transaction.ts';

/**
 * Charges each mutation of a document against the budget of requests (decisions W23): thirty mutations in one document cost
 * as much as thirty requests.
 */
export function chargeEachMutation(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve = defaultFieldResolver } = field;
    field.resolve = async (root, args, context: Context, info) => {
      await context.budget.spendMutation();
      const result: unknown = await resolve(root, args, context, info);
      noteChange(context.database);
      return result;
    };
  }
}
