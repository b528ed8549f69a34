import type { GraphQLNamedType, GraphQLSchema } from 'graphql';
import { Extensions } from 'type-graphql';
import { scopesOf } from '../src/domain/rules/scopes.ts';
import type { ScopeName, Scopes } from '../src/domain/rules/scopes.ts';
import { nodeTypes } from './global-id.ts';
import type { NodeType } from './global-id.ts';

/** Notifications and changes show what happens in these modules. */
export const notified = ['FEED_READ', 'PEOPLE_READ', 'CONVERSATIONS_READ', 'FRIENDSHIPS_READ', 'EVENTS_READ'] as const;

/**
 * States the scopes that the fields of a type require, at the type, or those of a field whose value belongs to another module than
 * its object. Without a name, a field requires none, so that other objects can refer to what it identifies. The scopes of a root
 * field stand in `@RootField`.
 */
export function Scope(...names: readonly ScopeName[]): ReturnType<typeof Extensions> {
  return Extensions({ scopes: scopesOf(names) });
}

type Stated = Pick<GraphQLNamedType, 'name' | 'extensions'>;

const statedOf = ({ extensions }: Stated) => extensions['scopes'] as Scopes | undefined;

/** The scopes that are required to read an object of a type with a global id. */
export function scopesOfType(schema: GraphQLSchema, name: NodeType): Scopes {
  const type = schema.getType(name);
  return (type && statedOf(type)) ?? 0;
}

/** The scopes that a field below a root field requires. Ids, and fields of types that state none, require none. */
export function scopesOfField(type: Stated, field: Stated): Scopes {
  if (field.name === 'id' || field.name === 'databaseId') return 0;
  return statedOf(field) ?? statedOf(type) ?? 0;
}

/** @throws Error that names a type with a global id whose class states no scope */
export function checkScopes(schema: GraphQLSchema): void {
  const silent = nodeTypes.filter((name) => !scopesOfType(schema, name));
  if (silent.length > 0)
    throw new Error(`${silent.join(', ')}: add a line like \`@Scope('FEED_READ')\` above the class.`);
}
