import { defaultFieldResolver } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import { noteChange } from '../../src/platform/database/one-transaction.ts';

/**
 * Records each mutation that succeeds. The answer to a request with an Idempotency-Key is stored only if there was one
 * (decisions D256).
 */
export function noteChanges(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve = defaultFieldResolver } = field;
    field.resolve = async (root, args, context: Context, info) => {
      const result: unknown = await resolve(root, args, context, info);
      noteChange(context.database);
      return result;
    };
  }
}
