import { Args, ArgsType, Ctx, Field, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../src/domain/context.ts';
import { viewerOf } from '../src/domain/context.ts';
import { invalid } from '../src/errors.ts';
import { readGlobalId } from './global-id.ts';
import type { NodeType } from './global-id.ts';
import { Node } from './node.type.ts';

@ArgsType()
class NodeArgs {
  @Field(() => ID, { description: 'Global id.' })
  id!: string;
}

/** The largest number of objects that are fetched at once, as many as on a page of a feed. */
const mostNodes = 100;

@ArgsType()
class NodesArgs {
  @Field(() => [ID], { description: `Global ids, up to ${mostNodes}.` })
  ids!: string[];
}

/** How each type is fetched by its id. The result is null for objects that the viewer may not see. */
const fetchers: Record<NodeType, (context: Context, id: number) => Promise<object | null>> = {
  User: (context, id) => context.loaders.users.load(id),
  Preferences: (context, id) => context.loaders.preferences.load(id),
  Profile: (context, id) => context.loaders.profiles.load(id),
  Stats: (context, id) => context.loaders.stats.load(id),
  Workout: (context, id) => context.loaders.workouts.load(id),
  Post: (context, id) => context.loaders.posts.load(id),
  Picture: (context, id) => context.loaders.pictures.load(id),
  ApiKey: (context, id) => context.loaders.apiKeys.load(id),
  Friendship: (context, id) => context.loaders.friendships.load(id),
  Comment: (context, id) => context.loaders.comments.load(id),
  Conversation: (context, id) => context.loaders.conversations.load(id),
  Message: (context, id) => context.loaders.messages.load(id),
  Route: (context, id) => context.loaders.routes.load(id),
  Event: (context, id) => context.loaders.events.load(id),
  EventParticipant: (context, id) => context.loaders.eventParticipants.load(id),
  EventSponsor: (context, id) => context.loaders.eventSponsors.load(id),
};

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description: 'An object by its global id. Null when it does not exist or you may not see it.',
  })
  node(@Args() { id }: NodeArgs, @Ctx() context: Context): Promise<unknown> {
    return find(context, id);
  }

  @Query(() => [Node], {
    nullable: 'items',
    description:
      'Objects by their global ids, in the same order, with null for those that do not exist or that you may not see.',
  })
  nodes(@Args() { ids }: NodesArgs, @Ctx() context: Context): Promise<unknown[]> {
    viewerOf(context);
    if (ids.length > mostNodes) throw invalid('ids', `must be at most ${mostNodes}`);
    return Promise.all(ids.map((id) => find(context, id)));
  }
}

/** An object that the viewer may see, or null. @throws Failure UNAUTHENTICATED */
async function find(context: Context, id: string): Promise<unknown> {
  viewerOf(context);
  const read = readGlobalId(id);
  const found = read && (await fetchers[read.type](context, read.databaseId));
  return found && { ...found, __typename: read.type };
}
