import { conversationsLoader, messagesLoader } from '../src/domain/conversations/conversation.loaders.ts';
import { friendshipsLoader } from '../src/domain/friendships/friendship.loaders.ts';
import { eventParticipantsLoader, eventSponsorsLoader, eventsLoader } from '../src/domain/events/event.loaders.ts';
import { profileOfNobody } from '../src/domain/people/profile.queries.ts';
import { statsOfNobody } from '../src/domain/people/stats.queries.ts';
import { preferencesLoader, profilesLoader, statsLoader, usersLoader } from '../src/domain/people/person.loaders.ts';
import { workoutsLoader } from '../src/domain/workouts/workout.loaders.ts';
import { routesLoader } from '../src/domain/routes/route.loaders.ts';
import { notificationsLoader } from '../src/domain/notifications/notification.loaders.ts';
import { apiKeysLoader } from '../src/domain/accounts/api-key.loader.ts';
import { picturesLoader } from '../src/domain/pictures/picture.loaders.ts';
import { commentsLoader } from '../src/domain/feed/comment.loaders.ts';
import { postsLoader } from '../src/domain/feed/post.loader.ts';
import type { Context } from '../src/domain/context.ts';
import { isPart, userOfPart } from '../src/domain/people/part-ids.ts';
import { notPosted } from '../src/domain/feed/post.queries.ts';
import type { LoaderDefinition } from '../src/domain/context.ts';
import type { Loader } from '../src/platform/database/loader.ts';
import { Failure } from '../src/errors.ts';
import type { NodeType } from './global-id.ts';

/** The source of the rows of a type, and the fields that may be missing when a resolver returns one. */
interface Source {
  loader: LoaderDefinition<{ load(id: number): unknown }>;
  missing: 'any' | readonly string[];
  /** The row for a viewer who meets the object, but may not see it, where an error would take away what else is there. */
  unseen?: (id: number) => unknown;
}

/** The rows of all types with a global id. Missing fields are loaded when a client selects them (`loadMissing`). */
export const sources = {
  User: { loader: usersLoader, missing: 'any' },
  Preferences: { loader: preferencesLoader, missing: 'any' },
  Profile: { loader: profilesLoader, missing: 'any', unseen: profileOfNobody },
  Stats: { loader: statsLoader, missing: 'any', unseen: statsOfNobody },
  Workout: { loader: workoutsLoader, missing: notPosted },
  Post: { loader: postsLoader, missing: 'any' },
  Picture: { loader: picturesLoader, missing: 'any' },
  ApiKey: { loader: apiKeysLoader, missing: [] },
  Friendship: { loader: friendshipsLoader, missing: 'any' },
  Comment: { loader: commentsLoader, missing: 'any' },
  Conversation: { loader: conversationsLoader, missing: 'any' },
  Message: { loader: messagesLoader, missing: [] },
  Route: { loader: routesLoader, missing: 'any' },
  Event: { loader: eventsLoader, missing: 'any' },
  EventParticipant: { loader: eventParticipantsLoader, missing: 'any' },
  EventSponsor: { loader: eventSponsorsLoader, missing: [] },
  Notification: { loader: notificationsLoader, missing: [] },
} as const satisfies Record<NodeType, Source>;

type Sources = typeof sources;

/** The row from which the fields of a type are read, as its loader returns it. */
export type RowOf<Type extends NodeType> =
  Sources[Type]['loader'] extends LoaderDefinition<Loader<infer Row extends { id: number }>> ? Row : never;

/** The fields of a row that every resolver returns. */
type Present<Type extends NodeType> = Sources[Type]['missing'] extends readonly string[]
  ? Exclude<keyof RowOf<Type>, Sources[Type]['missing'][number]>
  : 'id';

/** The result of resolvers for a type: its row, or at least the required fields of it. */
export type Ref<Type extends NodeType> = Pick<RowOf<Type>, Present<Type>> & Partial<RowOf<Type>>;

/** Loads the row of an object by its type and id, or null if there is none that the viewer may see. */
export function loadRow<Type extends NodeType>(context: Context, type: Type, id: number): Promise<RowOf<Type> | null> {
  return context.loader(sources[type].loader as unknown as LoaderDefinition<Loader<RowOf<Type>>>).load(id);
}

/** The same by the id under which it is shown: a part of a user may have another id than its row. */
export async function loadShown<Type extends NodeType>(
  context: Context,
  type: Type,
  shownId: number,
): Promise<RowOf<Type> | null> {
  return loadRow(context, type, isPart(type) ? await userOfPart(context, type, shownId) : shownId);
}

/**
 * Loads the row of an object that must exist. @throws Failure NOT_FOUND when it was deleted in the meantime, or is not
 * visible to this viewer, unless its type has an `unseen` row
 */
export async function needRow<Type extends NodeType>(context: Context, type: Type, id: number): Promise<RowOf<Type>> {
  const { unseen }: Source = sources[type];
  const row = (await loadRow(context, type, id)) ?? (unseen?.(id) as RowOf<Type> | undefined);
  if (!row) throw new Failure('NOT_FOUND');
  return row;
}

/**
 * Takes the value of a field from the row of an object: at once if the row has the `needed` fields, as in lists, and otherwise from the row
 * that is loaded. A promise for each row of a list takes as long as everything else about the row.
 * @throws as `needRow`, from the promise
 */
export function fromRow<Type extends NodeType, Needed extends keyof RowOf<Type>, Value>(
  context: Context,
  type: Type,
  row: { id: number } & Partial<RowOf<Type>>,
  needed: readonly Needed[],
  take: (row: Pick<RowOf<Type>, Needed>) => Value | Promise<Value>,
): Value | Promise<Value> {
  return needed.every((field) => row[field] !== undefined)
    ? take(row as unknown as Pick<RowOf<Type>, Needed>)
    : needRow(context, type, row.id).then(take);
}

/** The fields of a type that its row does not contain, or contains in another form. */
type NotInRow<Type, Row> = Exclude<
  {
    [Field in keyof Type]: Field extends keyof Row ? (Row[Field] extends Type[Field] ? never : Field) : Field;
  }[keyof Type],
  'id' | 'databaseId'
>;

/**
 * The methods of the resolver of a type: one for each field that the row of the type does not contain as it is. The
 * build therefore fails when a field of a row is renamed, removed or given another type, and when a field of the schema
 * has no value.
 */
export type Resolves<Type, Row> = {
  [Field in NotInRow<Type, Row>]: (...given: never[]) => Type[Field] | Promise<Type[Field]>;
};
