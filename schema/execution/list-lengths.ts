import { getNamedType, getNullableType, isInputObjectType, isLeafType, isListType, typeFromAST } from 'graphql';
import type { GraphQLInputType, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { invalid } from '../../src/errors.ts';
import { inputError } from './failure-errors.ts';
import { pathOf } from './input-faults.ts';
import { limits } from './limits.ts';

/**
 * Checks the lengths of lists and objects in the variables. Recorded points do not count as a list: they are one scalar with
 * a limit of its own.
 * @throws GraphQLError INVALID when one of them is too long
 */
export function checkLists(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  for (const { type, variable } of variableDefinitions) {
    const { value: name } = variable.name;
    checkParts(typeFromAST(schema, type) as GraphQLInputType, variables[name], [name]);
  }
}

/** The largest length of a list of a type, which input objects may state in their `extensions`. */
function mostItems(type: GraphQLInputType): number {
  return (getNamedType(type).extensions as { mostItems?: number }).mostItems ?? limits.listItems;
}

function checkParts(type: GraphQLInputType, value: unknown, path: readonly string[]): void {
  if (value === null || typeof value !== 'object') return;
  const inner = getNullableType(type);
  if (isLeafType(inner)) return;
  const names = Object.keys(value);
  const parts = names.length;
  const most = isListType(inner) ? mostItems(inner.ofType) : limits.listItems;
  if (parts > most) {
    const sentence = `has ${parts} parts; at most ${most} are accepted`;
    throw inputError(invalid(pathOf(path), sentence, 'TOO_LONG'));
  }
  if (isListType(inner)) {
    if (Array.isArray(value)) for (const item of value) checkParts(inner.ofType, item, path);
  } else if (isInputObjectType(inner)) {
    const fields = inner.getFields();
    for (const name of names) {
      const part = (value as Record<string, unknown>)[name];
      const type = typeof part === 'object' ? fields[name]?.type : undefined;
      if (type) checkParts(type, part, [...path, name]);
    }
  }
}
