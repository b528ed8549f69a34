import { scopesOf } from '../../src/domain/rules/scopes.ts';
import type { Module, ScopeName, Scopes } from '../../src/domain/rules/scopes.ts';
import type { NodeType } from '../global-id.ts';
import type { introspection } from '../introspection.d.ts';

/** The names of the fields of a type, in the schema as it was last printed. */
type FieldsOf<Type extends keyof introspection['types']> = introspection['types'][Type] extends { fields: infer Fields }
  ? keyof Fields & string
  : never;

/** Notifications and changes show what happens in these modules (D310). */
export const notified = ['FEED_READ', 'PEOPLE_READ', 'CONVERSATIONS_READ', 'FRIENDSHIPS_READ', 'EVENTS_READ'] as const;

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
