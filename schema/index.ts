import 'reflect-metadata';
import { getNamedType } from 'graphql';
import type { Config } from '../src/platform/config.ts';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { AccountResolver, ApiKeyResolver } from './accounts/account.resolver.ts';
import { DataImportResolver } from './accounts/data-import.resolver.ts';
import { ConversationResolver } from './conversations/conversation.resolver.ts';
import { MessageResolver } from './conversations/message.resolver.ts';
import { EventResolver } from './events/event.resolver.ts';
import { EventParticipantResolver } from './events/participant.resolver.ts';
import { EventSponsorResolver } from './events/sponsor.resolver.ts';
import { CommentResolver, PostCommentsResolver } from './feed/comment.resolver.ts';
import { FeedResolver } from './feed/feed.resolver.ts';
import { beginAsCaller } from './execution/begin-as-caller.ts';
import { extendTypes } from './extended-types.ts';
import { callDirectly } from './execution/fast/index.ts';
import { LikeResolver } from './feed/like.resolver.ts';
import { CommentLikesResolver, PostLikesResolver } from './feed/likes.resolver.ts';
import { EventPostExtraResolver } from './feed/post-extra.resolver.ts';
import { identifyExtras } from './feed/post-extra.type.ts';
import { BlockResolver } from './friendships/block.resolver.ts';
import { InvitationResolver } from './friendships/invitation.resolver.ts';
import { SocialAccountResolver } from './accounts/social-account.resolver.ts';
import { FriendsResolver } from './friendships/friends.resolver.ts';
import { FriendshipResolver } from './friendships/friendship.resolver.ts';
import { ChangesResolver, UserChangedResolver } from './live/changes.resolver.ts';
import { FriendshipChangedResolver, LiveResolver } from './live/live.resolver.ts';
import { NotificationResolver } from './notifications/notification.resolver.ts';
import { NodeResolver } from './node.resolver.ts';
import { ModerationLogResolver, ModerationResolver } from './people/moderation.resolver.ts';
import { MuteResolver } from './people/mute.resolver.ts';
import { ListsOfUserResolver } from './people/lists-of-user.resolver.ts';
import { PeopleResolver } from './people/people.resolver.ts';
import { PreferencesResolver, ProfileResolver, StatsResolver } from './people/parts-of-user.resolver.ts';
import { ReportResolver } from './people/report.resolver.ts';
import { SearchResolver } from './people/search.resolver.ts';
import { checkScopes } from './execution/check-scopes.ts';
import { noteChanges } from './execution/note-changes.ts';
import { describeCodes, withErrorCodes } from './execution/root-codes.ts';
import { refineRoots } from './execution/root-failures.ts';
import { identify, loadMissing } from './execution/references.ts';
import { PictureResolver, PostPicturesResolver } from './pictures/picture.resolver.ts';
import { ProfilePictureResolver } from './pictures/profile-picture.resolver.ts';
import { RouteResolver } from './routes/route.resolver.ts';
import { SummaryResolver } from './workouts/summary.resolver.ts';
import { WorkoutResolver } from './workouts/workout.resolver.ts';

function raise(message: string): never {
  throw new Error(message);
}

const made: Partial<Record<Config['execution'], GraphQLSchema>> = {};

/**
 * The executable schema, which is made when it is first needed: all services of a process share it.
 * @param execution with `interpreted`, TypeGraphQL calls the methods of resolvers itself
 */
export function executableSchema(execution: Config['execution'] = 'compiled'): GraphQLSchema {
  return (made[execution] ??= makeSchema(execution));
}

function makeSchema(execution: Config['execution']): GraphQLSchema {
  const built = buildSchemaSync({
    resolvers: [
      NodeResolver,
      AccountResolver,
      ApiKeyResolver,
      DataImportResolver,
      PeopleResolver,
      ProfileResolver,
      PreferencesResolver,
      StatsResolver,
      ListsOfUserResolver,
      SearchResolver,
      FriendsResolver,
      FriendshipResolver,
      BlockResolver,
      InvitationResolver,
      SocialAccountResolver,
      MuteResolver,
      ReportResolver,
      ModerationResolver,
      ModerationLogResolver,
      WorkoutResolver,
      SummaryResolver,
      FeedResolver,
      LikeResolver,
      PostLikesResolver,
      CommentLikesResolver,
      CommentResolver,
      PostCommentsResolver,
      PictureResolver,
      PostPicturesResolver,
      ProfilePictureResolver,
      ConversationResolver,
      MessageResolver,
      RouteResolver,
      EventResolver,
      EventParticipantResolver,
      EventSponsorResolver,
      EventPostExtraResolver,
      NotificationResolver,
      LiveResolver,
      FriendshipChangedResolver,
      ChangesResolver,
      UserChangedResolver,
    ],
    validate: false,
    // TypeGraphQL requires a PubSub, although subscriptions here read the log of changes instead.
    pubSub: { publish() {}, subscribe: () => raise('no subscription has topics') },
  });
  const schema = withErrorCodes(built);
  describeRoots(schema);
  extendTypes(schema);
  describeCodes(schema);
  if (execution === 'compiled') callDirectly(schema);
  noteChanges(schema);
  checkScopes(schema);
  beginAsCaller(schema);
  refineRoots(schema);
  identify(schema);
  identifyExtras(schema);
  loadMissing(schema);
  return schema;
}

/** Describes root types and the argument of mutations, for which TypeGraphQL has no option. */
function describeRoots(schema: GraphQLSchema): void {
  const roots = {
    Query:
      'Queries. All of them need an API key, except for the schema itself. A field that fails is null, and the others have their results.',
    Mutation:
      'Changes. They are executed one after the other. One that fails has changed nothing and is null; those before and after it have their results.',
    Subscription: 'Events that are delivered as they happen.',
  };
  for (const [name, description] of Object.entries(roots)) {
    const type = schema.getType(name);
    if (type) type.description = description;
  }
  for (const { args } of Object.values(schema.getMutationType()?.getFields() ?? {}))
    for (const arg of args) arg.description ??= getNamedType(arg.type).description;
}
