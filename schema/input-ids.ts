import type { Checks } from '../src/errors.ts';
import { databaseIdOf } from './global-id.ts';
import type { NodeType } from './global-id.ts';

/** The check of an id in an input. */
export function idCheck<Name extends string = 'id'>(type: NodeType, id: string, name = 'id' as Name) {
  return { [name]: () => databaseIdOf(type, id, name) } as Record<Name, () => number>;
}

/** Reads the id of what is one's own, which may be left out. */
export function ownIdCheck(type: NodeType, id: string | null | undefined): Checks {
  return id == null ? {} : idCheck(type, id);
}

/** The checks of a list of ids in an input. */
export function idChecks(type: NodeType, ids: readonly string[], name: string): Checks {
  return Object.assign({}, ...ids.map((id, at) => idCheck(type, id, `${name}.${at}`))) as Checks;
}
