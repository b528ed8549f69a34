import 'reflect-metadata';
import { loadFast } from '@runners/graphql';
import type { Fast } from '@runners/graphql';
import type { Config } from '../src/platform/config.ts';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { buildSchemaSync } from 'type-graphql';
import { AccountResolver, ApiKeyResolver } from './accounts/account.resolver.ts';
import { DataImportResolver } from './accounts/data-import.resolver.ts';
import { ConversationResolver } from './conversations/conversation.resolver.ts';
import { MessageResolver } from './conversations/message.resolver.ts';
import { EventResolver } from './events/event.resolver.ts';
import { EventParticipantResolver } from './events/participant.resolver.ts';
import { EventSponsorResolver } from './events/sponsor.resolver.ts';
import { CommentResolver, commentMutations, PostCommentsResolver } from './feed/comment.resolver.ts';
import { FeedResolver, postMutations } from './feed/feed.resolver.ts';
import { makeExecutor } from './execution/executor.ts';
import type { Executor } from './execution/executor.ts';
import { likeMutations } from './feed/like.resolver.ts';
import { CommentLikesResolver, PostLikesResolver } from './feed/likes.resolver.ts';
import { EventPostExtraResolver } from './feed/post-extra.resolver.ts';
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
import { VisibilityResolver } from './people/visibility.resolver.ts';
import { described } from './execution/descriptions.ts';
import { guardRoots } from './execution/guard-roots.ts';
import { resolveRows } from './execution/references.ts';
import { PictureResolver, PostPicturesResolver } from './pictures/picture.resolver.ts';
import { ProfilePictureResolver } from './pictures/profile-picture.resolver.ts';
import { checkRoots } from './root-field.ts';
import { checkScopes } from './scope.ts';
import { RouteResolver } from './routes/route.resolver.ts';
import { SummaryResolver } from './workouts/summary.resolver.ts';
import { WorkoutMutationsResolver } from './workouts/workout-mutations.resolver.ts';
import { WorkoutResolver } from './workouts/workout.resolver.ts';

function raise(message: string): never {
  throw new Error(message);
}

const made: Partial<Record<Config['execution'], GraphQLSchema>> = {};

/** What calls the methods of resolvers directly; with null, TypeGraphQL calls them. */
type Direct = Pick<Fast, 'callDirectly'> | null;

/** The executable schema, which is made when it is first needed: all services of a process share it. */
export function executableSchema(direct: Direct = null): GraphQLSchema {
  return (made[direct ? 'compiled' : 'interpreted'] ??= makeSchema(direct));
}

/** Makes what executes documents. With `interpreted`, nothing of the fast execution is loaded, which may be what does not load. @param publicUrl the base of absolute URLs, once it is known */
export async function openExecutor(
  execution: Config['execution'],
  log: Logger,
  publicUrl: () => string = () => '',
): Promise<Executor> {
  const fast = execution === 'compiled' ? await loadFast() : null;
  return makeExecutor(executableSchema(fast), log, fast, publicUrl);
}

function makeSchema(direct: Direct): GraphQLSchema {
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
      VisibilityResolver,
      WorkoutResolver,
      WorkoutMutationsResolver,
      SummaryResolver,
      FeedResolver,
      ...postMutations,
      ...likeMutations,
      PostLikesResolver,
      CommentLikesResolver,
      CommentResolver,
      ...commentMutations,
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
  checkRoots(built);
  checkScopes(built);
  /*
   * Four passes over what TypeGraphQL has built, in this order:
   *
   * 1. `described` is first, because its result is another schema.
   * 2. `callDirectly` sets resolvers, which the next passes wrap or leave.
   * 3. `guardRoots` wraps the resolvers of root fields. What replaced one of them afterwards would take its guards away.
   * 4. `resolveRows` gives a resolver to the fields of rows that have none until then.
   */
  const schema = described(built);
  direct?.callDirectly(schema);
  guardRoots(schema);
  resolveRows(schema);
  return schema;
}
