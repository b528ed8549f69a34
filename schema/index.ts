import 'reflect-metadata';
import { loadFast } from '@runners/graphql';
import type { Fast } from '@runners/graphql';
import type { Config } from '../src/platform/config.ts';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { buildSchemaSync } from 'type-graphql';
import { AccountResolver, ApiKeyResolver, accountMutations } from './accounts/account.resolver.ts';
import { DataImportResolver, ImportResultResolver, dataImportMutations } from './accounts/data-import.resolver.ts';
import { ConversationResolver, conversationMutations } from './conversations/conversation.resolver.ts';
import { MessageResolver, messageMutations } from './conversations/message.resolver.ts';
import { EventResolver, eventMutations } from './events/event.resolver.ts';
import { EventParticipantResolver, participationMutations } from './events/participant.resolver.ts';
import { EventSponsorResolver } from './events/sponsor.resolver.ts';
import { CommentResolver, commentMutations, PostCommentsResolver } from './feed/comment.resolver.ts';
import { FeedResolver, postMutations } from './feed/feed.resolver.ts';
import { makeExecutor } from './execution/executor.ts';
import type { Executor } from './execution/executor.ts';
import { likeMutations } from './feed/like.resolver.ts';
import { CommentLikesResolver, PostLikesResolver } from './feed/likes.resolver.ts';
import { EventParticipantGotSponsorResolver, EventPostExtraResolver } from './feed/post-extra.resolver.ts';
import { BlockResolver, blockMutations } from './friendships/block.resolver.ts';
import { InvitationResolver, invitationMutations } from './friendships/invitation.resolver.ts';
import { SocialAccountResolver, socialAccountMutations } from './accounts/social-account.resolver.ts';
import { FriendsResolver } from './friendships/friends.resolver.ts';
import { FriendshipResolver, friendshipMutations } from './friendships/friendship.resolver.ts';
import { ChangesResolver, UserChangedResolver } from './live/changes.resolver.ts';
import { FriendshipChangedResolver, LiveResolver } from './live/live.resolver.ts';
import { NotificationResolver, notificationMutations } from './notifications/notification.resolver.ts';
import { NodeResolver } from './node.resolver.ts';
import { ModerationLogResolver, ModerationResolver, moderationMutations } from './people/moderation.resolver.ts';
import { MuteResolver, muteMutations } from './people/mute.resolver.ts';
import { ListsOfUserResolver } from './people/lists-of-user.resolver.ts';
import { PeopleResolver, ownMutations } from './people/people.resolver.ts';
import { PreferencesResolver, ProfileResolver, StatsResolver } from './people/parts-of-user.resolver.ts';
import { reportMutations } from './people/report.resolver.ts';
import { SearchResolver } from './people/search.resolver.ts';
import { VisibilityResolver } from './people/visibility.resolver.ts';
import { described } from './execution/descriptions.ts';
import { guardRoots } from './execution/guard-roots.ts';
import { resolveRows } from './execution/references.ts';
import { PictureResolver, PostPicturesResolver, pictureMutations } from './pictures/picture.resolver.ts';
import { profilePictureMutations } from './pictures/profile-picture.resolver.ts';
import { checkRoots } from './root-field.ts';
import { checkScopes } from './scope.ts';
import { RouteResolver, routeMutations } from './routes/route.resolver.ts';
import { SummaryResolver } from './workouts/summary.resolver.ts';
import { workoutMutations } from './workouts/workout-mutations.resolver.ts';
import { recordingMutations } from './workouts/import-recording.resolver.ts';
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
      ...accountMutations,
      ApiKeyResolver,
      DataImportResolver,
      ImportResultResolver,
      ...dataImportMutations,
      PeopleResolver,
      ...ownMutations,
      ProfileResolver,
      PreferencesResolver,
      StatsResolver,
      ListsOfUserResolver,
      SearchResolver,
      FriendsResolver,
      FriendshipResolver,
      ...friendshipMutations,
      BlockResolver,
      ...blockMutations,
      InvitationResolver,
      ...invitationMutations,
      SocialAccountResolver,
      ...socialAccountMutations,
      MuteResolver,
      ...muteMutations,
      ...reportMutations,
      ModerationResolver,
      ...moderationMutations,
      ModerationLogResolver,
      VisibilityResolver,
      WorkoutResolver,
      ...workoutMutations,
      ...recordingMutations,
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
      ...pictureMutations,
      PostPicturesResolver,
      ...profilePictureMutations,
      ConversationResolver,
      ...conversationMutations,
      MessageResolver,
      ...messageMutations,
      RouteResolver,
      ...routeMutations,
      EventResolver,
      ...eventMutations,
      EventParticipantResolver,
      ...participationMutations,
      EventSponsorResolver,
      EventParticipantGotSponsorResolver,
      EventPostExtraResolver,
      NotificationResolver,
      ...notificationMutations,
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
