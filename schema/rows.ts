import type { Context } from '../src/domain/context.ts';
import { notPosted } from '../src/domain/feed/post.queries.ts';
import type { Loaders } from '../src/domain/loaders.ts';
import type { Loader } from '../src/platform/database/loader.ts';
import { Failure } from '../src/errors.ts';
import type { NodeType } from './global-id.ts';

/** Where the rows of a type come from, and which of their fields may be missing where a resolver returns one. */
interface Source {
  loader: keyof Loaders;
  missing: 'any' | readonly string[];
}

/** The rows of all types with a global id. What may be missing is loaded when a client asks for it (`loadMissing`). */
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
} as const satisfies Record<NodeType, Source>;

type Sources = typeof sources;

/** The row that the fields of a type are read from: what its loader gives. */
export type RowOf<Type extends NodeType> =
  Loaders[Sources[Type]['loader']] extends Loader<infer Row extends { id: number }> ? Row : never;

/** The fields of a row that are there wherever a resolver returns it. */
type Present<Type extends NodeType> = Sources[Type]['missing'] extends readonly string[]
  ? Exclude<keyof RowOf<Type>, Sources[Type]['missing'][number]>
  : 'id';

/** What resolvers return for a type: its row, or as much of it as has to be there. */
export type Ref<Type extends NodeType> = Pick<RowOf<Type>, Present<Type>> & Partial<RowOf<Type>>;

/** Loads the row of a thing by its type and id; null when there is none that the viewer may see. */
export function loadRow<Type extends NodeType>(context: Context, type: Type, id: number): Promise<RowOf<Type> | null> {
  return (context.loaders[sources[type].loader] as Loader<RowOf<Type>>).load(id);
}

/** The same of what is there. @throws Failure NOT_FOUND when it is gone since it was read, or not for this viewer */
export async function needRow<Type extends NodeType>(context: Context, type: Type, id: number): Promise<RowOf<Type>> {
  const row = await loadRow(context, type, id);
  if (!row) throw new Failure('NOT_FOUND');
  return row;
}

/** The fields of a type that its row does not have, or has in another form. */
type NotInRow<Type, Row> = Exclude<
  {
    [Field in keyof Type]: Field extends keyof Row ? (Row[Field] extends Type[Field] ? never : Field) : Field;
  }[keyof Type],
  'id' | 'databaseId'
>;

/**
 * What the resolver of a type implements: a method for each field that the type's row does not have as it is. So the build
 * breaks when a field of a row is renamed, removed or given another type, and when nothing fills a field of the schema.
 */
export type Resolves<Type, Row> = {
  [Field in NotInRow<Type, Row>]: (...given: never[]) => Type[Field] | Promise<Type[Field]>;
};
