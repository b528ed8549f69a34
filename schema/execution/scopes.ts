import { allScopes, scopesOf } from '../../src/domain/rules/scopes.ts';
import type { Module, ScopeName, Scopes } from '../../src/domain/rules/scopes.ts';
import type { NodeType } from '../global-id.ts';
import type { introspection } from '../introspection.d.ts';

/** The names of the fields of a type, in the schema as it was last printed. */
type FieldsOf<Type extends keyof introspection['types']> = introspection['types'][Type] extends { fields: infer Fields }
  ? keyof Fields & string
  : never;

/**
 * The scopes that a root field requires, all of them. With `any key`, a key with any scope is enough. With `no key`, the field
 * works without a key, so scopes do not matter. With `by id`, the read scopes for the types of the ids are required.
 */
type Need = ScopeName | readonly ScopeName[] | 'any key' | 'no key' | 'by id';

type Declared = { readonly [Root in 'Query' | 'Mutation' | 'Subscription']: Readonly<Record<FieldsOf<Root>, Need>> };

/** Notifications and changes show what happens in these modules (D310). */
const notified = ['FEED_READ', 'PEOPLE_READ', 'CONVERSATIONS_READ', 'FRIENDSHIPS_READ', 'EVENTS_READ'] as const;

/** The scopes of all root fields. This is the only place where they are declared, and the compiler requires a line for each field. */
export const rootScopes = {
  Query: {
    apiKeys: 'ACCOUNTS_READ',
    blockedUsers: 'FRIENDSHIPS_READ',
    changes: notified,
    moderationLog: 'PEOPLE_READ',
    moderationQueue: 'PEOPLE_READ',
    mutedPeople: 'PEOPLE_READ',
    comments: 'FEED_READ',
    conversation: 'CONVERSATIONS_READ',
    conversations: 'CONVERSATIONS_READ',
    dataImport: 'ACCOUNTS_READ',
    event: 'EVENTS_READ',
    eventParticipant: 'EVENTS_READ',
    eventParticipants: 'EVENTS_READ',
    events: 'EVENTS_READ',
    favoriteRoutes: 'ROUTES_READ',
    feed: 'FEED_READ',
    friendship: 'FRIENDSHIPS_READ',
    friendshipWith: 'FRIENDSHIPS_READ',
    friendships: 'FRIENDSHIPS_READ',
    liveCursor: 'any key',
    me: 'PEOPLE_READ',
    node: 'by id',
    notifications: notified,
    nodes: 'by id',
    post: 'FEED_READ',
    route: 'ROUTES_READ',
    routes: 'ROUTES_READ',
    searchFriends: ['FRIENDSHIPS_READ', 'PEOPLE_READ'],
    searchMessages: 'CONVERSATIONS_READ',
    searchRoutes: 'ROUTES_READ',
    searchUsers: 'PEOPLE_READ',
    sentInvitations: 'FRIENDSHIPS_READ',
    socialAccounts: 'ACCOUNTS_READ',
    unreadNotificationCount: notified,
    user: 'PEOPLE_READ',
    users: 'FRIENDSHIPS_READ',
    workout: 'WORKOUTS_READ',
    workouts: 'WORKOUTS_READ',
  },
  Mutation: {
    acceptConversation: 'CONVERSATIONS_WRITE',
    acceptFriendship: 'FRIENDSHIPS_WRITE',
    acceptSponsor: 'EVENTS_WRITE',
    addComment: 'FEED_WRITE',
    addPicture: 'PICTURES_WRITE',
    archiveConversation: 'CONVERSATIONS_WRITE',
    blockUser: 'FRIENDSHIPS_WRITE',
    disconnectSocialAccount: 'ACCOUNTS_WRITE',
    dismissReport: 'PEOPLE_WRITE',
    hideContent: 'PEOPLE_WRITE',
    mutePerson: 'PEOPLE_WRITE',
    reportComment: 'PEOPLE_WRITE',
    reportMessage: 'PEOPLE_WRITE',
    reportPerson: 'PEOPLE_WRITE',
    reportPicture: 'PEOPLE_WRITE',
    reportPost: 'PEOPLE_WRITE',
    restoreContent: 'PEOPLE_WRITE',
    suspendPerson: 'PEOPLE_WRITE',
    unmutePerson: 'PEOPLE_WRITE',
    unsuspendPerson: 'PEOPLE_WRITE',
    // It revokes all other keys, including those with more scopes.
    changePassword: 'ALL',
    completePictureUpload: 'PICTURES_WRITE',
    createApiKey: 'ACCOUNTS_WRITE',
    createEvent: 'EVENTS_WRITE',
    // The route copies the track of a workout.
    createRoute: ['ROUTES_WRITE', 'WORKOUTS_READ'],
    deleteAccount: 'ALL',
    deleteComment: 'FEED_WRITE',
    deleteMessage: 'CONVERSATIONS_WRITE',
    deletePicture: 'PICTURES_WRITE',
    deletePost: 'FEED_WRITE',
    deleteRoute: 'ROUTES_WRITE',
    // The post of the workout is deleted as well.
    deleteWorkout: 'WORKOUTS_WRITE',
    editComment: 'FEED_WRITE',
    editEvent: 'EVENTS_WRITE',
    // The privacy and the text of its workout follow.
    editPost: ['FEED_WRITE', 'WORKOUTS_WRITE'],
    editRoute: 'ROUTES_WRITE',
    editWorkout: 'WORKOUTS_WRITE',
    endFriendship: 'FRIENDSHIPS_WRITE',
    // The archive contains everything, and its URL works without a key.
    exportMyData: 'ALL',
    // The archive brings things of many modules.
    importMyData: 'ALL',
    prepareDataImport: 'ALL',
    favoriteRoute: 'ROUTES_WRITE',
    finishPasswordReset: 'no key',
    hideConversation: 'CONVERSATIONS_WRITE',
    importGpx: 'WORKOUTS_WRITE',
    invite: 'FRIENDSHIPS_WRITE',
    joinEvent: 'EVENTS_WRITE',
    leaveConversation: 'CONVERSATIONS_WRITE',
    leaveEvent: 'EVENTS_WRITE',
    likeComment: 'FEED_WRITE',
    likePost: 'FEED_WRITE',
    markConversationRead: 'CONVERSATIONS_WRITE',
    markFeatured: 'PEOPLE_WRITE',
    markNotificationsRead: [...notified, 'PEOPLE_WRITE'],
    moveConversationToInbox: 'CONVERSATIONS_WRITE',
    preparePictureUpload: 'PICTURES_WRITE',
    prepareProfilePictureUpload: 'PICTURES_WRITE',
    recordWorkout: 'WORKOUTS_WRITE',
    register: 'no key',
    removeProfilePicture: 'PICTURES_WRITE',
    removeSponsor: 'EVENTS_WRITE',
    reorderPictures: 'PICTURES_WRITE',
    replaceRoute: 'WORKOUTS_WRITE',
    replaceTrack: 'WORKOUTS_WRITE',
    requestFriendship: 'FRIENDSHIPS_WRITE',
    requestPasswordReset: 'no key',
    revokeApiKey: 'ACCOUNTS_WRITE',
    sendMessage: 'CONVERSATIONS_WRITE',
    setProfilePicture: 'PICTURES_WRITE',
    shareWorkout: 'WORKOUTS_WRITE',
    signIn: 'no key',
    signInWithSocialNetwork: 'no key',
    // A key with any scope can end itself.
    signOut: 'any key',
    sponsorParticipant: 'EVENTS_WRITE',
    startConversation: 'CONVERSATIONS_WRITE',
    toggleFavoriteRoute: 'ROUTES_WRITE',
    toggleLike: 'FEED_WRITE',
    unblockUser: 'FRIENDSHIPS_WRITE',
    withdrawInvitation: 'FRIENDSHIPS_WRITE',
    withdrawReport: 'PEOPLE_WRITE',
    unfavoriteRoute: 'ROUTES_WRITE',
    unlikeComment: 'FEED_WRITE',
    unlikePost: 'FEED_WRITE',
    updateParticipation: 'EVENTS_WRITE',
    updatePreferences: 'PEOPLE_WRITE',
    updateProfile: 'PEOPLE_WRITE',
    updateUser: 'PEOPLE_WRITE',
  },
  Subscription: {
    changes: notified,
    conversationChanged: 'CONVERSATIONS_READ',
    feedPostAdded: 'FEED_READ',
    friendshipChanged: 'FRIENDSHIPS_READ',
    messageAdded: 'CONVERSATIONS_READ',
    notificationAdded: notified,
    postChanged: 'FEED_READ',
  },
} as const satisfies Declared;

/** The modules to which the objects of each type belong. */
const moduleOf: Readonly<Record<NodeType, Module>> = {
  User: 'people',
  Preferences: 'people',
  Profile: 'people',
  Stats: 'people',
  Workout: 'workouts',
  Post: 'feed',
  Picture: 'pictures',
  ApiKey: 'accounts',
  Friendship: 'friendships',
  Comment: 'feed',
  Conversation: 'conversations',
  Message: 'conversations',
  Route: 'routes',
  Event: 'events',
  EventParticipant: 'events',
  EventSponsor: 'events',
  Notification: 'people',
};

/** Types that show what belongs to several modules. */
const ofSeveral: { readonly [Type in NodeType]?: readonly ScopeName[] } = { Notification: notified };

/** Fields that identify an object. They require no scope, so that other objects can refer to it. */
const named: { readonly [Type in NodeType]?: readonly FieldsOf<Type>[] } = {
  User: ['firstName', 'lastName', 'username', 'email', 'dateJoined', 'profileImage225Url', 'profileImage48Url'],
  Workout: ['title', 'runDate', 'runType', 'durationInSeconds', 'distanceInMeters'],
};

/** Fields whose values belong to another module than their object. */
const elsewhere: { readonly [Type in NodeType]?: Readonly<Partial<Record<FieldsOf<Type>, Module>>> } = {
  User: {
    friends: 'friendships',
    friendship: 'friendships',
    viewerHasBlocked: 'friendships',
    workouts: 'workouts',
    summary: 'workouts',
    posts: 'feed',
    routes: 'routes',
    participations: 'events',
  },
  Post: { pictures: 'pictures' },
};

function reading(module: Module): Scopes {
  return scopesOf([`${module.toUpperCase() as Uppercase<Module>}_READ`]);
}

/** The scopes that are required to read an object of a type. */
export function scopesOfType(type: NodeType): Scopes {
  return reading(moduleOf[type]) | scopesOf(ofSeveral[type] ?? []);
}

/**
 * The scopes that a field below a root field requires. Ids, the fields in `named`, and fields of types without a module
 * require none.
 */
export function scopesOfField(type: string, field: string): Scopes {
  const module = moduleOf[type as NodeType] as Module | undefined;
  if (module === undefined || field === 'id' || field === 'databaseId') return 0;
  const other = (elsewhere[type as NodeType] as Partial<Record<string, Module>> | undefined)?.[field];
  if (other) return reading(other);
  return (named[type as NodeType] as readonly string[] | undefined)?.includes(field)
    ? 0
    : scopesOfType(type as NodeType);
}

/** Whether a root field works without a key. Then the scopes of a key that the caller has sent do not matter (decisions D280). */
export function needsNoKey(root: string, field: string): boolean {
  return (rootScopes as Record<string, Record<string, Need>>)[root]?.[field] === 'no key';
}

/** The scopes that a root field requires. A field without a line, while a new schema is being printed, requires all scopes. */
export function scopesOfRoot(root: string, field: string): Scopes {
  const need = (rootScopes as Record<string, Record<string, Need>>)[root]?.[field];
  if (need === undefined) return allScopes;
  if (need === 'any key' || need === 'no key' || need === 'by id') return 0;
  return scopesOf(typeof need === 'string' ? [need] : need);
}
