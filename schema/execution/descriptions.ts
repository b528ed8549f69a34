import { getNamedType, GraphQLEnumType, GraphQLSchema, isInputObjectType, isObjectType } from 'graphql';
import type { GraphQLField, GraphQLNamedType } from 'graphql';
import { errorCodes, violationCodes } from '../../src/errors.ts';
import type { ErrorCode, FailureCode } from '../../src/errors.ts';
import { leastOfMutations, statedCost } from '../prices.ts';
import { rulesOf } from '../root-field.ts';

/** Codes that every operation can have: of the key, the rates, the service and the headers of a request. */
const everywhere: readonly ErrorCode[] = [
  'UNAUTHENTICATED',
  'INVALID_KEY',
  'KEY_EXPIRED',
  'SUSPENDED',
  'INSUFFICIENT_SCOPE',
  'RATE_LIMITED',
  'TOO_COSTLY',
  'BUSY',
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'STORAGE_FULL',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_ANSWER_TOO_LARGE',
  'IDEMPOTENCY_KEYS_EXHAUSTED',
  'INTERNAL',
];

/** The descriptions of the root types. */
const roots = {
  Query:
    'Queries. All of them need an API key, except for the schema itself. A field that fails is null, and the others have their results.',
  Mutation: `Changes. They are executed one after the other. One that fails has changed nothing and is null; those before and after it have their results. Each costs at least ${leastOfMutations} points.`,
  Subscription: 'Events that are delivered as they happen.',
};

const list = (codes: readonly string[]) => codes.map((code) => `\`${code}\``).join(', ');

function enumOf(name: string, description: string, meanings: Readonly<Record<string, string>>): GraphQLEnumType {
  const values = Object.entries(meanings).map(([value, meaning]) => [value, { description: meaning }]);
  return new GraphQLEnumType({ name, description, values: Object.fromEntries(values) as Record<string, object> });
}

/**
 * The schema with what TypeGraphQL has no option for: descriptions, and the codes of errors, which no field returns. They are here for
 * clients that generate types.
 */
export function described(schema: GraphQLSchema): GraphQLSchema {
  const config = schema.toConfig();
  const codes = enumOf(
    'ErrorCode',
    `The codes in \`extensions.code\` of errors. Payloads name those of their mutations; every operation can also have ${list(everywhere)}. New codes may be added.`,
    errorCodes,
  );
  const fieldCodes = enumOf(
    'FieldErrorCode',
    'The codes in `extensions.fieldCodes` of errors, by the path of the field in the input: `{ "points.0.lat": "OUT_OF_RANGE" }`. `extensions.fields` has a sentence for each of them. New codes may be added.',
    violationCodes,
  );
  const whole = new GraphQLSchema({ ...config, types: [...config.types, codes, fieldCodes] });
  describeRoots(whole);
  for (const type of Object.values(whole.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__'))
      for (const field of Object.values(type.getFields()))
        tellPrice(field, type.name === 'Mutation' ? leastOfMutations + 1 : dear);
  for (const type of Object.values(whole.getTypeMap()))
    if (isInputObjectType(type) && type.extensions['isOneOf']) type.isOneOf = true;
  return whole;
}

/**
 * Describes root types and the argument of mutations, for which TypeGraphQL has no option, and names the codes of each mutation in its
 * description and in that of its payload.
 */
function describeRoots(schema: GraphQLSchema): void {
  for (const [name, description] of Object.entries(roots)) {
    const type = schema.getType(name);
    if (type) type.description = description;
  }
  const ofPayloads = new Map<GraphQLNamedType, Set<string>>();
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    for (const arg of field.args) arg.description ??= getNamedType(arg.type).description;
    const codes = codesOf(field);
    if (codes.length > 0) field.description = `${field.description}\n\nCodes of its failures: ${list(codes)}.`;
    const payload = getNamedType(field.type);
    const all = ofPayloads.get(payload) ?? new Set();
    for (const code of codes) all.add(code);
    ofPayloads.set(payload, all);
  }
  for (const [type, codes] of ofPayloads)
    if (codes.size > 0)
      type.description = `${type.description}\n\nWithout it, the error has one of the codes ${list([...codes])}, or one that every operation can have (\`ErrorCode\`).`;
}

/** The least price that the description of a field tells, except for mutations, whose least price is told once. */
const dear = 15;

/** Tells the price of a field that is dear. What is selected in it is paid besides. @param least the least price that is told */
function tellPrice(field: GraphQLField<unknown, unknown>, least: number): void {
  const cost = statedCost(field);
  const price =
    typeof cost !== 'number'
      ? `What it costs depends on ${list(cost.reads)}`
      : cost >= least
        ? `It costs ${cost} points`
        : null;
  if (price) field.description = `${field.description ?? ''}\n\n${price}, besides what is selected in it.`;
}

type Mutation = Pick<GraphQLField<unknown, unknown>, 'extensions' | 'args'>;

/** The codes that the description of a mutation names. All with an input can have INVALID. */
function codesOf(mutation: Mutation): readonly ErrorCode[] {
  const { codes = [] } = rulesOf(mutation);
  return mutation.args.length > 0 ? ['INVALID', ...codes] : codes;
}

/** Whether the description of a mutation, or of all, names a code. A failure with another one is logged as an error, which fails the tests. */
export function isDeclared(mutation: Mutation, code: FailureCode): boolean {
  return code === 'INVALID' || everywhere.includes(code) || codesOf(mutation).includes(code);
}
