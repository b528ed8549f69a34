import { Args, ArgsType, Ctx, Field, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../src/domain/context.ts';
import { viewerOf } from '../src/domain/context.ts';
import { invalid } from '../src/errors.ts';
import { readGlobalId } from './global-id.ts';
import type { NodeType } from './global-id.ts';
import { Node } from './node.type.ts';
import { loadRow } from './rows.ts';
import type { RowOf } from './rows.ts';

@ArgsType()
class NodeArgs {
  @Field(() => ID, { description: 'Global id.' })
  id!: string;
}

/** Most things that are fetched at once, as in a page of a feed. */
const mostNodes = 100;

@ArgsType()
class NodesArgs {
  @Field(() => [ID], { description: `Global ids, up to ${mostNodes}.` })
  ids!: string[];
}

/** The row of something, which says of what type it is. */
type FoundNode = RowOf<NodeType> & { __typename: NodeType };

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description: 'Anything by its global id; null when there is none that you may see.',
  })
  node(@Args() { id }: NodeArgs, @Ctx() context: Context): Promise<FoundNode | null> {
    return find(context, id);
  }

  @Query(() => [Node], {
    nullable: 'items',
    description: 'Things by their global ids, in that order; null where there is none that you may see.',
  })
  nodes(@Args() { ids }: NodesArgs, @Ctx() context: Context): Promise<(FoundNode | null)[]> {
    viewerOf(context);
    if (ids.length > mostNodes) throw invalid('ids', `must be at most ${mostNodes}`);
    return Promise.all(ids.map((id) => find(context, id)));
  }
}

/** Anything that the viewer may see. @throws Failure UNAUTHENTICATED */
async function find(context: Context, id: string): Promise<FoundNode | null> {
  viewerOf(context);
  const read = readGlobalId(id);
  const found = read && (await loadRow(context, read.type, read.databaseId));
  return found && { ...found, __typename: read.type };
}
