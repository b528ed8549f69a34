import { allScopes, scopesOf } from '../../src/domain/accounts/scopes.ts';
import type { Module, ScopeName, Scopes } from '../../src/domain/accounts/scopes.ts';
import type { NodeType } from '../global-id.ts';
import type { introspection } from '../introspection.d.ts';

/** The names of a type's fields, as the schema was last printed. */
type FieldsOf<Type extends keyof introspection['types']> = introspection['types'][Type] extends { fields: infer Fields }
  ? keyof Fields & string
  : never;

/**
 * The scopes that a root field needs, all of them. `any key`: a key with any scope. `no key`: the field works without a key,
 * so no scope of a key matters. `by id`: reading in the module of the types that the ids name.
 */
type Need = ScopeName | readonly ScopeName[] | 'any key' | 'no key' | 'by id';

type Declared = { readonly [Root in 'Query' | 'Mutation' | 'Subscription']: Readonly<Record<FieldsOf<Root>, Need>> };

/** The scopes of all root fields: the one place where they are declared. The compiler requires a line for each field. */
export const rootScopes = {
  Query: {
    apiKeys: 'ACCOUNTS_READ',
    blockedUsers: 'FRIENDSHIPS_READ',
    moderationLog: 'PEOPLE_READ',
    moderationQueue: 'PEOPLE_READ',
    mutedPeople: 'PEOPLE_READ',
    comments: 'FEED_READ',
    conversation: 'CONVERSATIONS_READ',
    conversations: 'CONVERSATIONS_READ',
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
    nodes: 'by id',
    post: 'FEED_READ',
    route: 'ROUTES_READ',
    routes: 'ROUTES_READ',
    searchFriends: ['FRIENDSHIPS_READ', 'PEOPLE_READ'],
    searchMessages: 'CONVERSATIONS_READ',
    searchRoutes: 'ROUTES_READ',
    searchUsers: 'PEOPLE_READ',
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
    // It ends all other keys, also those that may be used for more.
    changePassword: 'ALL',
    completePictureUpload: 'PICTURES_WRITE',
    createApiKey: 'ACCOUNTS_WRITE',
    createEvent: 'EVENTS_WRITE',
    // It copies the track of a workout.
    createRoute: ['ROUTES_WRITE', 'WORKOUTS_READ'],
    deleteAccount: 'ALL',
    deleteComment: 'FEED_WRITE',
    deletePicture: 'PICTURES_WRITE',
    deletePost: 'FEED_WRITE',
    deleteRoute: 'ROUTES_WRITE',
    // Its post goes with it.
    deleteWorkout: 'WORKOUTS_WRITE',
    editEvent: 'EVENTS_WRITE',
    editRoute: 'ROUTES_WRITE',
    editWorkout: 'WORKOUTS_WRITE',
    endFriendship: 'FRIENDSHIPS_WRITE',
    // The archive contains everything, and its URL works without a key.
    exportMyData: 'ALL',
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
    sponsorParticipant: 'EVENTS_WRITE',
    startConversation: 'CONVERSATIONS_WRITE',
    toggleFavoriteRoute: 'ROUTES_WRITE',
    toggleLike: 'FEED_WRITE',
    unblockUser: 'FRIENDSHIPS_WRITE',
    unfavoriteRoute: 'ROUTES_WRITE',
    unlikeComment: 'FEED_WRITE',
    unlikePost: 'FEED_WRITE',
    updateParticipation: 'EVENTS_WRITE',
    updatePreferences: 'PEOPLE_WRITE',
    updateProfile: 'PEOPLE_WRITE',
    updateUser: 'PEOPLE_WRITE',
  },
  Subscription: {
    conversationChanged: 'CONVERSATIONS_READ',
    feedPostAdded: 'FEED_READ',
    friendshipChanged: 'FRIENDSHIPS_READ',
    messageAdded: 'CONVERSATIONS_READ',
    postChanged: 'FEED_READ',
  },
} as const satisfies Declared;

/** The module that the objects of a type belong to. */
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
};

/** Fields that say who or what an object is. They are shown wherever another object names it, without a scope of its module. */
const named: { readonly [Type in NodeType]?: readonly FieldsOf<Type>[] } = {
  User: ['firstName', 'lastName', 'username', 'email', 'dateJoined', 'profileImage225Url', 'profileImage48Url'],
  Workout: ['title', 'runDate', 'runType', 'durationInSeconds', 'distanceInMeters'],
};

/** Fields that show what belongs to another module than their object. */
const elsewhere: { readonly [Type in NodeType]?: Readonly<Partial<Record<FieldsOf<Type>, Module>>> } = {
  User: { friends: 'friendships', friendship: 'friendships' },
  Post: { pictures: 'pictures' },
};

function reading(module: Module): Scopes {
  return scopesOf([`${module.toUpperCase() as Uppercase<Module>}_READ`]);
}

/** What reading an object of a type needs. */
export function scopesOfType(type: NodeType): Scopes {
  return reading(moduleOf[type]);
}

/** What a field needs that is selected below a root field: nothing for ids, names, and types that are part of an answer only. */
export function scopesOfField(type: string, field: string): Scopes {
  const module = moduleOf[type as NodeType] as Module | undefined;
  if (module === undefined || field === 'id' || field === 'databaseId') return 0;
  const other = (elsewhere[type as NodeType] as Partial<Record<string, Module>> | undefined)?.[field];
  if (other) return reading(other);
  return (named[type as NodeType] as readonly string[] | undefined)?.includes(field) ? 0 : reading(module);
}

/** What a root field needs. A field without a line, in a schema that is being printed, needs every right. */
export function scopesOfRoot(root: string, field: string): Scopes {
  const need = (rootScopes as Record<string, Record<string, Need>>)[root]?.[field];
  if (need === undefined) return allScopes;
  if (need === 'any key' || need === 'no key' || need === 'by id') return 0;
  return scopesOf(typeof need === 'string' ? [need] : need);
}
