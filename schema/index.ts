import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
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
import { LikeResolver } from './feed/like.resolver.ts';
import { EventPostExtraResolver } from './feed/post-extra.resolver.ts';
import { identifyExtras } from './feed/post-extra.type.ts';
import { BlockResolver } from './friendships/block.resolver.ts';
import { FriendsResolver } from './friendships/friends.resolver.ts';
import { FriendshipConnectionResolver, FriendshipResolver } from './friendships/friendship.resolver.ts';
import { NodeResolver } from './node.resolver.ts';
import { PeopleResolver } from './people/people.resolver.ts';
import { SearchResolver } from './people/search.resolver.ts';
import { identify, loadMissing } from './references.ts';
import { RouteResolver } from './routes/route.resolver.ts';
import { WorkoutConnectionResolver, WorkoutResolver } from './workouts/workout.resolver.ts';

/** The whole schema, executable. */
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
    ],
    validate: false,
  });
  identify(schema);
  identifyExtras(schema);
  loadMissing(schema, 'User', (context, id) => context.loaders.users.load(id));
  loadMissing(schema, 'Preferences', (context, id) => context.loaders.preferences.load(id));
  loadMissing(schema, 'Profile', (context, id) => context.loaders.profiles.load(id));
  loadMissing(schema, 'Stats', (context, id) => context.loaders.stats.load(id));
  loadMissing(schema, 'Post', (context, id) => context.loaders.posts.load(id));
  loadMissing(schema, 'Friendship', (context, id) => context.loaders.friendships.load(id));
  loadMissing(schema, 'Comment', (context, id) => context.loaders.comments.load(id));
  loadMissing(schema, 'Conversation', (context, id) => context.loaders.conversations.load(id));
  loadMissing(schema, 'Route', (context, id) => context.loaders.routes.load(id));
  loadMissing(schema, 'Event', (context, id) => context.loaders.events.load(id));
  loadMissing(schema, 'EventParticipant', (context, id) => context.loaders.eventParticipants.load(id));
  loadMissing(schema, 'Workout', (context, id) => context.loaders.workouts.load(id), [
    'polyline',
    'sourceType',
    'elevationGainInMeters',
    'source',
  ]);
  return schema;
}
