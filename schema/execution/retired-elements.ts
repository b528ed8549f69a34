import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { Retirement } from '../../src/retiring/plan.ts';
import { reasonOf } from '../../src/retiring/schedule.ts';

/** Something that can be deprecated in the schema. */
interface Deprecable {
  deprecationReason?: string | null | undefined;
}

/** An element of the schema by its coordinate, and whether it must be given; undefined if there is none. */
export function elementAt(
  schema: GraphQLSchema,
  coordinate: string,
): { element: Deprecable; isRequired: boolean } | undefined {
  const [, typeName = '', name = '', argumentName] = /^(\w+)\.(\w+)(?:\((\w+):\))?$/.exec(coordinate) ?? [];
  const type = schema.getType(typeName);
  if (isObjectType(type) || isInterfaceType(type)) {
    const field = type.getFields()[name];
    if (argumentName === undefined) return field && { element: field, isRequired: false };
    const argument = field?.args.find((one) => one.name === argumentName);
    return argument && { element: argument, isRequired: isRequiredArgument(argument) };
  }
  if (argumentName !== undefined) return undefined;
  if (isInputObjectType(type)) {
    const field = type.getFields()[name];
    return field && { element: field, isRequired: isRequiredInputField(field) };
  }
  const value = isEnumType(type) ? type.getValue(name) : null;
  return value ? { element: value, isRequired: false } : undefined;
}

/** The coordinates of all types that promise a field: its own, and those of the interfaces of its type. */
export function coordinatesOf(schema: GraphQLSchema, coordinate: string): string[] {
  const [typeName = '', rest = ''] = coordinate.split('.', 2);
  const type = schema.getType(typeName);
  const interfaces = isObjectType(type) || isInterfaceType(type) ? type.getInterfaces() : [];
  const inherited = interfaces.map(({ name }) => `${name}.${rest}`);
  return [coordinate, ...inherited.filter((one) => elementAt(schema, one))];
}

/** The coordinates of a field in all types that have it because this one promises it: its own, and those of its implementations. */
function implementing(schema: GraphQLSchema, coordinate: string): string[] {
  const [typeName = '', rest = ''] = coordinate.split('.', 2);
  const type = schema.getType(typeName);
  if (!isInterfaceType(type)) return [coordinate];
  const { objects, interfaces } = schema.getImplementations(type);
  return [coordinate, ...[...objects, ...interfaces].map(({ name }) => `${name}.${rest}`)];
}

/** The reasons of elements that a plan has changed, as they were before, for each schema. */
const before = new WeakMap<GraphQLSchema, [Deprecable, Deprecable['deprecationReason']][]>();

/** Marks what will be switched off as `@deprecated` with its dates, in place of what was marked in this way before. */
export function deprecateElements(schema: GraphQLSchema, retirements: Iterable<Retirement>): void {
  for (const [element, reason] of before.get(schema) ?? []) element.deprecationReason = reason;
  const changed: [Deprecable, Deprecable['deprecationReason']][] = [];
  for (const retirement of retirements) {
    for (const coordinate of implementing(schema, retirement.name)) {
      const found = elementAt(schema, coordinate);
      if (!found) continue;
      changed.push([found.element, found.element.deprecationReason]);
      found.element.deprecationReason = reasonOf(retirement);
    }
  }
  before.set(schema, changed);
}
