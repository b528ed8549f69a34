import { Args, ArgsType, Ctx, Field, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../src/context.ts';
import { viewerOf } from '../src/context.ts';
import { readGlobalId } from './global-id.ts';
import type { NodeType } from './global-id.ts';
import { Node } from './node.type.ts';

@ArgsType()
class NodeArgs {
  @Field(() => ID, { description: 'Global id.' })
  id!: string;
}

/** How each type is fetched by its id; what may not be seen is null. */
const fetchers: Partial<Record<NodeType, (context: Context, id: number) => Promise<object | null>>> = {
  User: (context, id) => context.loaders.users.load(id),
  Preferences: (context, id) => context.loaders.preferences.load(id),
  Profile: (context, id) => context.loaders.profiles.load(id),
  Stats: (context, id) => context.loaders.stats.load(id),
  Workout: (context, id) => context.loaders.workouts.load(id),
  Post: (context, id) => context.loaders.posts.load(id),
  Picture: (context, id) => context.loaders.pictures.load(id),
  Friendship: (context, id) => context.loaders.friendships.load(id),
  Comment: (context, id) => context.loaders.comments.load(id),
  Conversation: (context, id) => context.loaders.conversations.load(id),
  Message: (context, id) => context.loaders.messages.load(id),
  Route: (context, id) => context.loaders.routes.load(id),
  Event: (context, id) => context.loaders.events.load(id),
  EventParticipant: (context, id) => context.loaders.eventParticipants.load(id),
};

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description: 'Anything by its global id; null when there is none that you may see.',
  })
  async node(@Args() { id }: NodeArgs, @Ctx() context: Context): Promise<unknown> {
    viewerOf(context);
    const read = readGlobalId(id);
    const found = read && (await fetchers[read.type]?.(context, read.databaseId));
    return found && { ...found, __typename: read.type };
  }
}
