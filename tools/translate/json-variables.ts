import { getNamedType, getOperationAST, isInputObjectType, typeFromAST } from 'graphql';
import type { DocumentNode, GraphQLInputType, GraphQLSchema } from 'graphql';
import { TrackScalar } from '../../schema/scalars.ts';

/**
 * Returns the variables of a row in the form in which a client sends them: tracks as points, GPX files as text, and pictures as
 * base64.
 */
export function jsonVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const { variable, type } of getOperationAST(document)?.variableDefinitions ?? []) {
    const name = variable.name.value;
    const of = typeFromAST(schema, type as never) as GraphQLInputType | undefined;
    if (of && variables[name] !== undefined) sent[name] = jsonValue(variables[name], of);
  }
  return sent;
}

function jsonValue(value: unknown, type: GraphQLInputType): unknown {
  const named = getNamedType(type);
  if (value === null || value === undefined) return value;
  if (named.name === 'Track') return (TrackScalar.serialize(value) as unknown as { toJSON(): unknown }).toJSON();
  if (Buffer.isBuffer(value))
    return value.toString(named.name === 'ImageData' || named.name === 'RecordingData' ? 'base64' : 'utf8');
  if (Array.isArray(value)) return value.map((each: unknown) => jsonValue(each, type));
  if (!isInputObjectType(named)) return value;
  const fields = named.getFields();
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).flatMap(([name, each]) => {
      const field = fields[name];
      return field && each !== undefined ? [[name, jsonValue(each, field.type)]] : [];
    }),
  );
}
