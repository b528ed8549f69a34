import type { GraphQLField, GraphQLFieldResolver } from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import { explainVisibility } from '../../src/domain/moderation/explain-visibility.ts';
import { includes, scopeBits } from '../../src/domain/rules/scopes.ts';
import { readGlobalId } from '../global-id.ts';

type Resolve = GraphQLFieldResolver<unknown, Context>;

/** The largest number of nulls of an answer that are explained. */
const mostExplained = 5;

/**
 * Tells staff in `extensions.why` why an object for which they ask by its id is null, in the sentence of `explainVisibility`. For
 * everybody else, this is one comparison, and for fields without an id, or for another viewer, nothing.
 */
export function explaining({ args }: GraphQLField<unknown, Context>, resolve: Resolve): Resolve {
  const takes = (argument: string) => args.some(({ name }) => name === argument);
  if (!takes('id') || takes('viewerId')) return resolve;
  return (root, given: { id?: unknown }, context, info) => {
    const result: unknown = resolve(root, given, context, info);
    const { viewer, apiInterface, record } = context;
    if (!viewer?.isStaff || apiInterface === 'rest' || !includes(viewer.scopes, scopeBits.PEOPLE_READ)) return result;
    return Promise.resolve(result).then(async (found) => {
      const why = (record.why ??= []);
      if (found !== null || why.length >= mostExplained) return found;
      const told = { path: [info.path.key] };
      why.push(told);
      const { type = '', databaseId = 0 } = readGlobalId(String(given.id)) ?? {};
      const places = await explainVisibility(context, type, databaseId, viewer.id);
      const unknown = places === undefined ? `Nothing tells why a ${type} is null.` : 'There is no such object.';
      Object.assign(told, { sentence: places?.[0]?.sentence ?? unknown });
      return found;
    });
  };
}
