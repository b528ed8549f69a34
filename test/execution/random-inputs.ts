import fc from 'fast-check';
import { getNamedType, isCompositeType, isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import type { GraphQLInputType, GraphQLField } from 'graphql';
import { globalId, nodeTypes } from '../../schema/global-id.ts';
import type { NodeType } from '../../schema/global-id.ts';
import { makeGpx } from '../support/gpx-maker.ts';
import { everything, schema } from '../support/whole-schema.ts';
import { line } from '../support/random-world.ts';
import { oddValues } from '../rest-compat/hostile-values.ts';

type Ids = Partial<Record<NodeType, readonly number[]>>;

const odd = fc.oneof(fc.constantFrom(...oddValues), fc.jsonValue({ maxDepth: 3 }));
const moments = fc.constantFrom(
  '2024-03-01T07:00:00Z',
  '2099-12-31T23:59:59.999999Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T24:00:00Z',
  '-1',
);
const points = [
  { lat: 47, lng: 8, time: '2024-03-01T07:00:00Z' },
  { lat: 47.01, lng: 8, time: '2024-03-01T07:05:00Z' },
];
const scalars: Record<string, fc.Arbitrary<unknown>> = {
  Int: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer()),
  Float: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ noNaN: true, noDefaultInfinity: true })),
  Boolean: fc.boolean(),
  String: fc.oneof(
    line,
    fc.constantFrom('', 'https://example.com/', 'somebody@example.com', 'Oslo', 'UTC', 'an', 'x'.repeat(12)),
  ),
  DatabaseId: fc.nat(50),
  DateTime: moments,
  WallClock: fc.constantFrom('2024-03-01T07:00:00', '2099-12-31T00:00:00', '0001-01-01T00:00:00'),
  Date: fc.constantFrom('1990-02-28', '0001-01-01', '9999-12-31', '2024-02-30'),
  Track: fc.constantFrom(points, [], points.slice(1)),
  Gpx: fc.constantFrom(makeGpx({ points: 4 }), makeGpx({ points: 1 }), '<gpx/>'),
  RecordingData: fc.constantFrom('', 'AAAA', Buffer.from('<gpx/>').toString('base64')),
  ImageData: fc.constantFrom('', 'AAAA', Buffer.from('\u00ff\u00d8').toString('base64')),
};

/** An id: mostly of a type that the names speak of. */
function idFor(names: string, ids: Ids): fc.Arbitrary<string> {
  const all = nodeTypes.flatMap((type) => (ids[type] ?? [999_999]).map((id) => globalId(type, id)));
  const meant = nodeTypes.filter((type) => names.toLowerCase().includes(type.toLowerCase()));
  const right = meant.flatMap((type) => (ids[type] ?? [999_999]).map((id) => globalId(type, id)));
  const any = fc.oneof(fc.constantFrom(...all), fc.constantFrom(globalId('User', 2 ** 53 - 1), 'x', ''));
  return right.length === 0 ? any : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...right) }, any);
}

/** A value of the type, one in thirty of another. */
function valueOf(type: GraphQLInputType, names: string, ids: Ids): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return valueOf(type.ofType, names, ids);
  if (isListType(type)) return fc.array(valueOf(type.ofType, names, ids), { maxLength: 4 });
  let right: fc.Arbitrary<unknown>;
  if (isEnumType(type)) right = fc.constantFrom(...type.getValues().map(({ name }) => name));
  else if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const needed = fields.filter((field) => isNonNullType(field.type)).map(({ name }) => name);
    const model = Object.fromEntries(
      fields.map((field) => [field.name, valueOf(field.type, `${names} ${field.name}`, ids)]),
    );
    right = fc.record(model, { requiredKeys: needed });
  } else if (type.name === 'ID') right = idFor(names, ids);
  else right = scalars[type.name] ?? fc.constant(null);
  return fc.oneof({ weight: 30, arbitrary: right }, odd);
}

/** A root field asked with random arguments: its name, and the request. */
export interface RandomRequest {
  name: string;
  query: string;
  variables: Record<string, unknown>;
}

function requestOf(
  kind: 'query' | 'mutation',
  field: GraphQLField<unknown, unknown>,
  ids: Ids,
): fc.Arbitrary<RandomRequest> {
  const named = getNamedType(field.type);
  const declared = field.args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = isCompositeType(named) ? ` { ${everything(named, 0)} }` : '';
  const query = `${kind}${declared && ` (${declared})`} { ${field.name}${passed && `(${passed})`}${selection} }`;
  const needed = field.args.filter(({ type }) => isNonNullType(type)).map(({ name }) => name);
  const model = Object.fromEntries(
    field.args.map(({ name, type }) => [name, valueOf(type, `${field.name} ${name}`, ids)]),
  );
  return fc.record(model, { requiredKeys: needed }).map((variables) => ({ name: field.name, query, variables }));
}

/**
 * Any root field of queries and mutations, with arguments made by their types; a new field is among them at once. Nobody signs
 * out, because all later requests of that person would be refused.
 */
export function randomRequest(ids: Ids): fc.Arbitrary<RandomRequest> {
  const of = (kind: 'query' | 'mutation', type = kind === 'query' ? schema.getQueryType() : schema.getMutationType()) =>
    Object.values(type?.getFields() ?? {})
      .filter(({ name }) => name !== 'signOut')
      .map((field) => requestOf(kind, field, ids));
  return fc.oneof(...of('query'), ...of('mutation'), ...of('mutation'));
}
