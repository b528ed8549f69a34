import fc from 'fast-check';
import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import type { GraphQLArgument, GraphQLCompositeType, GraphQLField } from 'graphql';
import { globalId, nodeTypes } from '../../schema/global-id.ts';
import type { NodeType } from '../../schema/global-id.ts';
import { schema } from '../support/whole-schema.ts';

/** Ids that arguments take, by the types that they are of. */
type Ids = Partial<Record<NodeType, readonly number[]>>;

/** Values of arguments by their names, where the type does not say enough. */
const values: Readonly<Record<string, readonly string[]>> = {
  from: ['"2020-01-01"', '"2024-01-01"'],
  to: ['"2024-02-01"', '"2025-12-31"'],
  q: ['"a"', '"run"', '"ann"', '"xqzt"'],
  query: ['"a"', '"hello"'],
  resolution: ['10', '200', '1000'],
  latitude: ['47.1'],
  longitude: ['8.5'],
  radiusInMeters: ['5000'],
};

/** Documents of random parts of the schema, as deep as `depth`, with pages of a few to some dozen items. */
export function randomDocuments(ids: Ids, depth = 4): fc.Arbitrary<string> {
  const roots = Object.values(schema.getQueryType()?.getFields() ?? {});
  return fc
    .tuple(fc.shuffledSubarray(roots, { minLength: 1, maxLength: 2 }), fc.infiniteStream(fc.nat(1_000_000)))
    .map(([chosen, numbers]) => {
      const random = (below: number) => (numbers.next().value as number) % below;
      const pick = <Item>(items: readonly Item[]) => items[random(items.length)] as Item;

      /** The argument with a value; nothing where it has none that is sure to be valid. */
      function given(field: GraphQLField<unknown, unknown>, argument: GraphQLArgument): string[] {
        const { name, type } = argument;
        const inner = isNonNullType(type) ? type.ofType : type;
        if (!isRequiredArgument(argument) && !['first', 'resolution'].includes(name) && random(3) > 0) return [];
        if (name === 'first') return [`first: ${pick([1, 2, 5, 12, 30])}`];
        if (values[name]) return [`${name}: ${pick(values[name])}`];
        const named = getNamedType(type);
        if (named.name === 'ID') {
          const of = nodeTypes.filter((one) => `${field.name}${name}`.toLowerCase().includes(one.toLowerCase()));
          const all = (of.length > 0 ? of : nodeTypes).flatMap((one) =>
            (ids[one] ?? []).map((id) => globalId(one, id)),
          );
          if (all.length === 0) return [];
          const one = () => JSON.stringify(pick(all));
          return [`${name}: ${isListType(inner) ? `[${one()}, ${one()}]` : one()}`];
        }
        if ('getValues' in named) return [`${name}: ${pick(named.getValues()).name}`];
        if (named.name === 'Boolean') return [`${name}: ${pick(['true', 'false'])}`];
        return [];
      }

      function selected(field: GraphQLField<unknown, unknown>, left: number): string[] {
        const named = getNamedType(field.type);
        const args = field.args.flatMap((argument) => given(field, argument));
        const missing = field.args.filter(
          (argument) => isRequiredArgument(argument) && !args.some((text) => text.startsWith(`${argument.name}:`)),
        );
        if (missing.length > 0) return [];
        const call = args.length > 0 ? `${field.name}(${args.join(', ')})` : field.name;
        if (isLeafType(named)) return [call];
        return left === 0 || !isCompositeType(named) ? [] : [`${call} { ${parts(named, left - 1)} }`];
      }

      function parts(type: GraphQLCompositeType, left: number): string {
        if (isAbstractType(type))
          return `__typename ${schema
            .getPossibleTypes(type)
            .map((each) => `... on ${each.name} { ${parts(each, left)} }`)
            .join(' ')}`;
        const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
        const isPage = type.name.endsWith('Connection');
        const some = fields.filter(({ name }) => (isPage && name === 'nodes') || random(isPage ? 4 : 3) === 0);
        return ['__typename', ...some.flatMap((field) => selected(field, isPage ? left + 1 : left))].join(' ');
      }

      return `{ ${['__typename', ...chosen.flatMap((field) => selected(field, depth))].join(' ')} }`;
    });
}
