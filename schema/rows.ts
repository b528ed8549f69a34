import type { Context } from '../src/domain/context.ts';
import { notPosted } from '../src/domain/feed/post.queries.ts';
import type { Loaders } from '../src/domain/loaders.ts';
import type { Loader } from '../src/platform/database/loader.ts';
import { Failure } from '../src/errors.ts';
import type { NodeType } from './global-id.ts';

/** The source of the rows of a type, and the fields that may be missing when a resolver returns one. */
interface Source {
  loader: keyof Loaders;
  missing: 'any' | readonly string[];
}

/** The rows of all types with a global id. Missing fields are loaded when a client selects them (`loadMissing`). */
export const sources = {
  User: { loader: 'users', missing: 'any' },
  Preferences: { loader: 'preferences', missing: 'any' },
  Profile: { loader: 'profiles', missing: 'any' },
  Stats: { loader: 'stats', missing: 'any' },
  Workout: { loader: 'workouts', missing: notPosted },
  Post: { loader: 'posts', missing: 'any' },
  Picture: { loader: 'pictures', missing: 'any' },
  ApiKey: { loader: 'apiKeys', missing: [] },
  Friendship: { loader: 'friendships', missing: 'any' },
  Comment: { loader: 'comments', missing: 'any' },
  Conversation: { loader: 'conversations', missing: 'any' },
  Message: { loader: 'messages', missing: [] },
  Route: { loader: 'routes', missing: 'any' },
  Event: { loader: 'events', missing: 'any' },
  EventParticipant: { loader: 'eventParticipants', missing: 'any' },
  EventSponsor: { loader: 'eventSponsors', missing: [] },
  Notification: { loader: 'notifications', missing: [] },
} as const satisfies Record<NodeType, Source>;

type Sources = typeof sources;

/** The row from which the fields of a type are read, as its loader returns it. */
export type RowOf<Type extends NodeType> =
  Loaders[Sources[Type]['loader']] extends Loader<infer Row extends { id: number }> ? Row : never;

/** The fields of a row that every resolver returns. */
type Present<Type extends NodeType> = Sources[Type]['missing'] extends readonly string[]
  ? Exclude<keyof RowOf<Type>, Sources[Type]['missing'][number]>
  : 'id';

/** The result of resolvers for a type: its row, or at least the required fields of it. */
export type Ref<Type extends NodeType> = Pick<RowOf<Type>, Present<Type>> & Partial<RowOf<Type>>;

/** Loads the row of an object by its type and id, or null if there is none that the viewer may see. */
export function loadRow<Type extends NodeType>(context: Context, type: Type, id: number): Promise<RowOf<Type> | null> {
  return (context.loaders[sources[type].loader] as Loader<RowOf<Type>>).load(id);
}

/**
 * Loads the row of an object that must exist. @throws Failure NOT_FOUND when it was deleted in the meantime, or is not
 * visible to this viewer
 */
export async function needRow<Type extends NodeType>(context: Context, type: Type, id: number): Promise<RowOf<Type>> {
  const row = await loadRow(context, type, id);
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
