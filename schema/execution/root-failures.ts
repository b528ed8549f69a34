import { defaultFieldResolver, getNamedType, getNullableType, isInputObjectType, isNonNullType } from 'graphql';
import type { GraphQLField, GraphQLSchema } from 'graphql';
import { viewerOf } from '../../src/domain/context.ts';
import type { FeedType } from '../../src/domain/feed/read-feed.ts';
import type { Context } from '../../src/domain/context.ts';
import { Failure, invalidFields } from '../../src/errors.ts';
import type { FailureCode, Violation } from '../../src/errors.ts';
import { databaseIdOf } from '../global-id.ts';
import type { NodeType } from '../global-id.ts';
import { loadRow } from '../rows.ts';
import { Gpx } from '../scalars.ts';
import { furtherFaults } from './input-checks.ts';
import { merged } from './input-refusal.ts';
import { isDeclared } from './root-codes.ts';
import { needsNoKey } from './scopes.ts';
import { isPromise } from './is-promise.ts';

type Arguments = Record<string, unknown>;
type Root = 'Query' | 'Mutation';

/**
 * Queries for one object or for what belongs to it, which are null without an error when there is nothing to see. All other
 * root fields are null only together with an error.
 */
export const nullWithoutFailure = [
  'comments',
  'conversation',
  'event',
  'eventParticipant',
  'friendship',
  'friendshipWith',
  'node',
  'post',
  'route',
  'user',
  'workout',
] as const;

/**
 * Lists of what belongs to one object, with the argument that names it. They are null when there is no such object or the reader
 * may not see it, which is looked up only for a page without items.
 */
const listsOf: Readonly<Record<string, readonly [argument: string, type: NodeType]>> = {
  eventParticipants: ['userId', 'User'],
  feed: ['userId', 'User'],
  friendships: ['userId', 'User'],
  routes: ['userId', 'User'],
  searchMessages: ['conversationId', 'Conversation'],
  users: ['friendsWith', 'User'],
  workouts: ['userId', 'User'],
};

const ofOneUser: readonly unknown[] = ['profile', 'friends'] satisfies FeedType[];

/** Null in place of an empty page of something that is not there (decisions D274). */
async function unlessUnknown(field: string, page: unknown, args: Arguments, context: Context): Promise<unknown> {
  const [argument, type] = listsOf[field] ?? [];
  const id = argument === undefined ? null : args[argument];
  const isEmpty = (page as { nodes?: unknown[] } | null)?.nodes?.length === 0;
  // The other feeds are those of the reader, whoever is named.
  if (field === 'feed' && !ofOneUser.includes(args['type'])) return page;
  if (type === undefined || typeof id !== 'string' || !isEmpty || context.face === 'rest') return page;
  return (await loadRow(context, type, databaseIdOf(type, id, argument))) === null ? null : page;
}

/** Failures of a file, which REST reports of the body that is the file. */
const ofFiles: readonly FailureCode[] = ['MALFORMED', 'TOO_LARGE'];

/**
 * Makes all queries and mutations nullable, so that a field that fails leaves the others of its document as they are (decisions
 * D272), and gives their failures the form of GraphQL:
 *
 * - An input that is not valid is told at once, with all of its fields (D270).
 * - An id that cannot be read is null in a query and NOT_FOUND in a mutation, like one of something that is not there (D274).
 * - What is wrong with a file names the field of the file.
 *
 * Requests of REST pass unchanged.
 */
export function refineRoots(schema: GraphQLSchema): void {
  for (const type of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(type?.getFields() ?? {})) {
      if (isNonNullType(field.type)) field.type = getNullableType(field.type);
      refine(type?.name as Root, field);
    }
}

function refine(root: Root, field: GraphQLField<unknown, Context>): void {
  const { resolve = defaultFieldResolver } = field;
  const refined = (error: unknown, args: Arguments, context: Context): null => {
    if (!(error instanceof Failure)) throw error;
    if (root === 'Mutation' && !isDeclared(field.name, error.code))
      context.log.error({ mutation: field.name, code: error.code }, 'a failure is missing in the description');
    if (context.face === 'rest') throw error;
    if (error.code === 'INVALID') return invalidIn(error);
    const file = fileOf(field);
    if (file === null || error.details.violations || !ofFiles.includes(error.code)) throw error;
    const sentence = error.message.replace(/^gpx: /, '');
    const code = error.code === 'TOO_LARGE' ? 'TOO_LONG' : 'MALFORMED';
    throw new Failure(error.code, error.message, { ...error.details, violations: [{ path: file, code, sentence }] });

    function invalidIn({ details: { violations = [] } }: Failure): null {
      // A caller who is not signed in is told that first, whatever is wrong with the input.
      if (!needsNoKey(root, field.name)) viewerOf(context);
      const known = violations.map((violation) => inFile(field, violation));
      const all = merged(known, furtherFaults(`${root}.${field.name}`, args, context));
      if (all.some(({ code }) => code !== 'WRONG_ID')) throw invalidFields(all);
      if (root === 'Query') return null;
      throw new Failure('NOT_FOUND', invalidFields(all).message, { violations: all });
    }
  };
  field.resolve = (source, args: Arguments, context, info) => {
    try {
      const result: unknown = resolve(source, args, context, info);
      if (!isPromise(result)) return result;
      const page = Object.hasOwn(listsOf, field.name)
        ? result.then((found) => unlessUnknown(field.name, found, args, context))
        : result;
      return page.catch((error: unknown) => refined(error, args, context));
    } catch (error) {
      return refined(error, args, context);
    }
  };
}

/** The field of an input that takes a GPX file; null without one. */
function fileOf({ args }: GraphQLField<unknown, Context>): string | null {
  const [input] = args.map(({ type }) => getNamedType(type)).filter(isInputObjectType);
  const fields = Object.values(input?.getFields() ?? {});
  return fields.find(({ type }) => getNamedType(type) === Gpx)?.name ?? null;
}

/** What is wrong with a part of a GPX file is wrong with the field of the file. */
function inFile(field: GraphQLField<unknown, Context>, violation: Violation): Violation {
  const file = fileOf(field);
  const [input] = field.args.map(({ type }) => getNamedType(type)).filter(isInputObjectType);
  const [name = ''] = violation.path.split(/[.[]/);
  if (file === null || (input && Object.hasOwn(input.getFields(), name))) return violation;
  return { ...violation, path: file, sentence: `${violation.path} ${violation.sentence}` };
}
