import { Args, ArgsType, Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../src/domain/context.ts';
import { viewerOf } from '../src/domain/context.ts';
import { invalid } from '../src/errors.ts';
import { readGlobalId } from './global-id.ts';
import type { NodeType } from './global-id.ts';
import { Node } from './node.type.ts';
import { loadShown } from './rows.ts';
import type { RowOf } from './rows.ts';
import { RootField } from './root-field.ts';
import { inputFields } from './fields.ts';

@ArgsType()
class NodeArgs extends inputFields({ id: ['ID!', 'Global id.'] }) {}

/** The largest number of objects that are fetched at once, as many as on a page of a feed. */
const mostNodes = 100;

@ArgsType()
class NodesArgs extends inputFields({ ids: ['[ID!]!', `Global ids, up to ${mostNodes}.`] }) {}

/** The row of an object, with the name of its type. */
type FoundNode = RowOf<NodeType> & { __typename: NodeType };

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description: 'An object by its global id. Null when it does not exist or you may not see it.',
  })
  @RootField({ scope: 'by id' })
  node(@Args() { id }: NodeArgs, @Ctx() context: Context): Promise<FoundNode | null> {
    return find(context, id);
  }

  @Query(() => [Node], {
    nullable: 'itemsAndList',
    description:
      'Objects by their global ids, in the same order, with null for those that do not exist or that you may not see.',
  })
  @RootField({ scope: 'by id' })
  nodes(@Args() { ids }: NodesArgs, @Ctx() context: Context): Promise<(FoundNode | null)[]> {
    viewerOf(context);
    if (ids.length > mostNodes) throw invalid('ids', `must be at most ${mostNodes}`, 'TOO_LONG');
    return Promise.all(ids.map((id) => find(context, id)));
  }
}

/** An object that the viewer may see, or null. @throws Failure UNAUTHENTICATED */
async function find(context: Context, id: string): Promise<FoundNode | null> {
  viewerOf(context);
  const read = readGlobalId(id);
  const found = read && (await loadShown(context, read.type, read.databaseId));
  return found && { ...found, __typename: read.type };
}
