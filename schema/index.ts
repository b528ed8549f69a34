import 'reflect-metadata';
import { getNamedType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { notPosted } from '../src/domain/feed/post.queries.ts';
import { AccountResolver } from './accounts/account.resolver.ts';
import { ConversationConnectionResolver, ConversationResolver } from './conversations/conversation.resolver.ts';
import { MessageConnectionResolver, MessageResolver } from './conversations/message.resolver.ts';
import { EventConnectionResolver, EventResolver } from './events/event.resolver.ts';
import {
  EventParticipantConnectionResolver,
  EventParticipantResolver,
  EventSponsorConnectionResolver,
} from './events/participant.resolver.ts';
import { CommentConnectionResolver, CommentResolver, PostCommentsResolver } from './feed/comment.resolver.ts';
import { FeedResolver } from './feed/feed.resolver.ts';
import { callDirectly } from './execution/direct-resolvers.ts';
import { LikeResolver } from './feed/like.resolver.ts';
import { EventPostExtraResolver } from './feed/post-extra.resolver.ts';
import { identifyExtras } from './feed/post-extra.type.ts';
import { BlockResolver } from './friendships/block.resolver.ts';
import { FriendsResolver } from './friendships/friends.resolver.ts';
import { FriendshipConnectionResolver, FriendshipResolver } from './friendships/friendship.resolver.ts';
import { FriendshipChangedResolver, LiveResolver } from './live/live.resolver.ts';
import { NodeResolver } from './node.resolver.ts';
import { PeopleResolver } from './people/people.resolver.ts';
import { SearchResolver } from './people/search.resolver.ts';
import { chargeEachMutation } from './execution/charge-mutations.ts';
import { identify, loadMissing } from './execution/references.ts';
import { PictureResolver, PostPicturesResolver } from './pictures/picture.resolver.ts';
import { ProfilePictureResolver } from './pictures/profile-picture.resolver.ts';
import { RouteResolver } from './routes/route.resolver.ts';
import { WorkoutConnectionResolver, WorkoutResolver } from './workouts/workout.resolver.ts';

function raise(message: string): never {
  throw new Error(message);
}

/** Makes the executable schema. */
export function makeSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [
      NodeResolver,
      AccountResolver,
      PeopleResolver,
      SearchResolver,
      FriendsResolver,
      FriendshipResolver,
      FriendshipConnectionResolver,
      BlockResolver,
      WorkoutResolver,
      WorkoutConnectionResolver,
      FeedResolver,
      LikeResolver,
      CommentResolver,
      CommentConnectionResolver,
      PostCommentsResolver,
      PictureResolver,
      PostPicturesResolver,
      ProfilePictureResolver,
      ConversationResolver,
      ConversationConnectionResolver,
      MessageResolver,
      MessageConnectionResolver,
      RouteResolver,
      EventResolver,
      EventConnectionResolver,
      EventParticipantResolver,
      EventParticipantConnectionResolver,
      EventSponsorConnectionResolver,
      EventPostExtraResolver,
      LiveResolver,
      FriendshipChangedResolver,
    ],
    validate: false,
    // TypeGraphQL requires a PubSub, although subscriptions here read the log of changes instead.
    pubSub: { publish() {}, subscribe: () => raise('no subscription has topics') },
  });
  describeRoots(schema);
  callDirectly(schema);
  chargeEachMutation(schema);
  identify(schema);
  identifyExtras(schema);
  loadMissing(schema, 'User', (context, id) => context.loaders.users.load(id));
  loadMissing(schema, 'Preferences', (context, id) => context.loaders.preferences.load(id));
  loadMissing(schema, 'Profile', (context, id) => context.loaders.profiles.load(id));
  loadMissing(schema, 'Stats', (context, id) => context.loaders.stats.load(id));
  loadMissing(schema, 'Post', (context, id) => context.loaders.posts.load(id));
  loadMissing(schema, 'Picture', (context, id) => context.loaders.pictures.load(id));
  loadMissing(schema, 'Friendship', (context, id) => context.loaders.friendships.load(id));
  loadMissing(schema, 'Comment', (context, id) => context.loaders.comments.load(id));
  loadMissing(schema, 'Conversation', (context, id) => context.loaders.conversations.load(id));
  loadMissing(schema, 'Route', (context, id) => context.loaders.routes.load(id));
  loadMissing(schema, 'Event', (context, id) => context.loaders.events.load(id));
  loadMissing(schema, 'EventParticipant', (context, id) => context.loaders.eventParticipants.load(id));
  loadMissing(schema, 'Workout', (context, id) => context.loaders.workouts.load(id), notPosted);
  return schema;
}

/** Describes root types and the argument of mutations, for which TypeGraphQL has no option. */
function describeRoots(schema: GraphQLSchema): void {
  const roots = {
    Query: 'What can be read. Everything needs a key, but for the schema itself.',
    Mutation: 'What can be done, one after the other: the first failure ends the document.',
    Subscription: 'What can be followed as it happens.',
  };
  for (const [name, description] of Object.entries(roots)) {
    const type = schema.getType(name);
    if (type) type.description = description;
  }
  for (const { args } of Object.values(schema.getMutationType()?.getFields() ?? {}))
    for (const arg of args) arg.description ??= getNamedType(arg.type).description;
}
