import { getNullableType, isInterfaceType, isListType, isNonNullType, isObjectType, isScalarType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { namedType } from './places.ts';
import type { Place } from './places.ts';

/** A convention that no rule of graphql-eslint covers: what is wrong with a place, or null. */
export type Rule = (place: Place, schema: GraphQLSchema) => string | null;

const isOf = (place: Place, root: string) => place.kind === 'field' && place.parent.name === root;

/** A deprecation names what is to be used now, which exists, and the day after which the old name goes. */
const deprecation: Rule = ({ deprecation: reason, siblings }, schema) => {
  if (reason === null) return null;
  const [, successor = '', day = ''] =
    /^Use `?([\w.]+?)`?(?:[ ,:].*)?\. It will be removed after (\d{4}-\d{2}-\d{2})\.$/s.exec(reason) ?? [];
  if (successor === '') return 'must be deprecated with: Use <successor>. It will be removed after YYYY-MM-DD.';
  if (Number.isNaN(Date.parse(day))) return `will be removed after a day that does not exist: ${day}`;
  const [type = '', field] = successor.split('.');
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const isThere =
    field === undefined
      ? siblings.includes(type) || roots.some((root) => root?.getFields()[type])
      : isWithFields(schema.getType(type))?.[field] !== undefined;
  return isThere ? null : `is deprecated for ${successor}, which does not exist`;
};

function isWithFields(type: unknown): Record<string, unknown> | undefined {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields() : undefined;
}

/** A description is made of sentences. */
const sentence: Rule = ({ description }) =>
  description === '' || (/^[\p{Lu}\d`]/u.test(description) && /[.:…)]$/.test(description.trim()))
    ? null
    : 'needs a description that begins with a capital letter and ends with a full stop';

/** A mutation takes at most one argument, `input`, and returns a payload. */
const mutation: Rule = (place) => {
  if (place.kind === 'argument' && place.parent.name === 'Mutation')
    return place.name === 'input' && /^\w+Input!$/.test(String(place.type))
      ? null
      : 'must be `input`, of a type …Input!';
  return isOf(place, 'Mutation') && !namedType(place).endsWith('Payload') ? 'must return a type …Payload' : null;
};

/** A subscription delivers events with a cursor, after which it can be resumed. */
const subscription: Rule = (place, schema) => {
  if (!isOf(place, 'Subscription')) return null;
  const type = schema.getType(namedType(place));
  const isLive = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'LiveEvent');
  return isLive && place.siblings.length > 0 ? null : 'must deliver a type that implements LiveEvent';
};

/** Connections have the fields that all clients know, none of which is null. */
const connection: Rule = ({ kind, parent }) => {
  if (kind !== 'type') return null;
  const fields = isObjectType(parent) ? parent.getFields() : {};
  const typeOf = (field: string) => String(fields[field]?.type);
  if (parent.name.endsWith('Connection')) {
    const edge = parent.name.replace(/Connection$/, 'Edge');
    if (typeOf('edges') !== `[${edge}!]!`) return `must have edges: [${edge}!]!`;
    if (typeOf('pageInfo') !== 'PageInfo!') return 'must have pageInfo: PageInfo!';
    return /^\[\w+!\]!$/.test(typeOf('nodes')) ? null : 'must have nodes: […!]!';
  }
  if (!parent.name.endsWith('Edge')) return null;
  if (typeOf('cursor') !== 'String!') return 'must have cursor: String!';
  return /^\w+!$/.test(typeOf('node')) ? null : 'must have node: …!';
};

/** A list has no gaps; only `nodes` says with null which of its ids are not found, and streams say where nothing was measured. */
const list: Rule = (place) => {
  const type = getNullableType(place.type);
  const hasGaps = isListType(type) && !isNonNullType(type.ofType);
  const mayHaveGaps = place.at === 'Query.nodes' || place.at.startsWith('WorkoutStreams.');
  return hasGaps && !mayHaveGaps ? 'must be a list of values that are not null' : null;
};

/** Ids are global ids, except for the integer id of REST, uploads, and posts in a social network. */
const id: Rule = (place) => {
  const isId = /(^id|Id)$/.test(place.name) && place.kind !== 'type' && place.kind !== 'enum value';
  const isOther =
    /^(databaseId|uploadId)$/.test(place.name) || /^ShareWorkoutPayload\.(networkP|p)ostId$/.test(place.at);
  return isId && !isOther && namedType(place) !== 'ID' ? 'must be an ID' : null;
};

/** A field that may be null says when it is. What roots answer with null is one rule (decisions D274). */
const nullable: Rule = (place) => {
  const isRoot = ['Query', 'Mutation', 'Subscription'].includes(place.parent.name);
  if (place.kind !== 'field' || isNonNullType(place.type) || isRoot) return null;
  return /\b(null|none|only|visible to|without)\b/i.test(place.description) ? null : 'may be null, and must say when';
};

/** Moments and days are called `…Date`, or by the side of a range that they are. The time of a recorded point has its word. */
const moment: Rule = (place) => {
  const isMoment = ['DateTime', 'WallClock', 'Date'].includes(namedType(place)) && place.kind !== 'type';
  const isNamed =
    /(Date|^date|^from|^to|^until|^dateJoined|^dateOfBirth)$/.test(place.name) ||
    /^TrackPoint(Input)?\.time$/.test(place.at);
  return isMoment && !isNamed ? 'is a moment or a day, so its name must end with Date' : null;
};

/** The length of a page is an `Int` that may be null, as clients pass it; the description states its default. */
const pageLength: Rule = (place) => {
  if (place.kind !== 'argument' || !/^(first|last)$/.test(place.name)) return null;
  return String(place.type) === 'Int' && !place.hasDefault ? null : 'must be an Int without a default';
};

/** A connection says how much there is in all, or why not, or when not. */
const totalCount: Rule = ({ kind, parent, description }) => {
  if (kind !== 'type' || !parent.name.endsWith('Connection') || !isObjectType(parent)) return null;
  const total = parent.getFields()['totalCount'];
  const isStated = total
    ? String(total.type) === 'Int!' || /\bNull\b/.test(total.description ?? '')
    : /\btotal\b|\bcount/.test(description);
  return isStated ? null : 'must have totalCount, or a description that says why there is none or when it is null';
};

/** A scalar names the page that specifies it, so that generators and people can look it up. */
const specification: Rule = ({ kind, parent }) =>
  kind === 'type' && isScalarType(parent) && !parent.specifiedByURL ? 'must have @specifiedBy' : null;

/** The rules that hold. */
export const rules: Readonly<Record<string, Rule>> = {
  deprecation,
  sentence,
  mutation,
  subscription,
  connection,
  list,
  id,
  nullable,
  moment,
  pageLength,
  totalCount,
  specification,
};
