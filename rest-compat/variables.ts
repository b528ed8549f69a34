import { Failure } from '../src/errors.ts';
import type { NodeType } from '../schema/global-id.ts';
import type { AnyRow, RestRequest } from './endpoint.ts';

/** An object with its owner, if it has one; null if there is none that the caller may see. */
export type Found = { id: unknown; userId?: number | null } | null;
export type FindObject = (type: NodeType, id: number) => Promise<Found>;

/** The variables of a row. @throws Failure INVALID naming all fields whose form is not valid, one line each (decisions Q2) */
export function variablesOf(row: AnyRow, request: RestRequest): Record<string, unknown> {
  const variables = present(row.variables(request));
  request.args.check();
  return variables;
}

/** Removes variables that were not sent, because GraphQL reads an undefined field as null, and null empties a field. */
function present(variables: Record<string, unknown>): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(variables))
    if (value !== undefined) sent[name] = name === 'input' ? present(value as Record<string, unknown>) : value;
  return sent;
}

/**
 * What a row answers in place of an error: a missing object, or one of another user, is told before what is wrong with a field
 * (decisions Q2). It is looked up only then.
 */
export async function firstOf(error: unknown, row: AnyRow, request: RestRequest, find: FindObject): Promise<unknown> {
  if (!row.of || !(error instanceof Failure) || error.code !== 'INVALID') return error;
  const [type, id = 0, whose] = row.of(request);
  // It is not named by an id.
  if (id === 0) return error;
  const found = await find(type, id);
  if (!found) return new Failure('NOT_FOUND');
  // The row of a part of a person has the id of the person.
  return whose === 'own' && (found.userId ?? found.id) !== request.viewerId ? new Failure('NOT_YOURS') : error;
}
