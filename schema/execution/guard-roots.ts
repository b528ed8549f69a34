import { defaultFieldResolver } from 'graphql';
import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import { beingPrepared } from '../../src/domain/taking-over/preparing.ts';
import { noteChange } from '../../src/platform/database/one-transaction.ts';
import { requiringScopes } from './check-scopes.ts';
import { explaining } from './explain-nulls.ts';
import { withFailures } from './root-failures.ts';

type Resolve = GraphQLFieldResolver<unknown, Context>;

/**
 * Puts what holds for all root fields around their resolvers. From the outside:
 *
 * 1. `withFailures` gives the form of GraphQL to whatever fails further inside.
 * 2. `asCaller` decides who executes a mutation, before scopes are compared with those of this user.
 * 3. `requiringScopes` refuses a field before anything of it is executed. A subscription is checked when it begins, because its events
 *    are computed once for many readers.
 * 4. `noting` is nearest to the method, and sees only those that have succeeded.
 */
export function guardRoots(schema: GraphQLSchema): void {
  const fieldsOf = (root: 'Query' | 'Mutation' | 'Subscription') =>
    Object.values(schema[`get${root}Type`]()?.getFields() ?? {});
  for (const field of fieldsOf('Query')) {
    const { resolve = defaultFieldResolver } = field;
    field.resolve = withFailures('Query', field, requiringScopes(schema, field, explaining(field, resolve)));
  }
  for (const field of fieldsOf('Mutation')) {
    const { resolve = defaultFieldResolver } = field;
    field.resolve = withFailures('Mutation', field, asCaller(requiringScopes(schema, field, noting(resolve))));
  }
  for (const field of fieldsOf('Subscription')) {
    const { subscribe = defaultFieldResolver } = field;
    field.subscribe = requiringScopes(schema, field, subscribe);
  }
}

/**
 * Each mutation of a document begins as its caller, also after one by which somebody has signed in, whose result is read as
 * that user (decisions D280), and reads anew what others before it in the document have loaded. While a takeover is being prepared, none is executed (P29).
 */
function asCaller(resolve: Resolve): Resolve {
  return (root, args, context, info) => {
    if (context.isPreparing()) throw beingPrepared();
    context.actAs(null);
    return resolve(root, args, context, info);
  };
}

/**
 * Records each mutation that succeeds. The answer to a request with an Idempotency-Key is stored only if there was one
 * (decisions D256).
 */
function noting(resolve: Resolve): Resolve {
  return async (root, args, context, info) => {
    const result: unknown = await resolve(root, args, context, info);
    noteChange(context.database);
    return result;
  };
}
