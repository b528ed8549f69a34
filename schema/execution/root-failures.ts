import { getNamedType, isInputObjectType } from 'graphql';
import type { GraphQLField, GraphQLFieldResolver } from 'graphql';
import { viewerOf } from '../../src/domain/context.ts';
import type { Context } from '../../src/domain/context.ts';
import { Failure, invalidFields } from '../../src/errors.ts';
import type { FailureCode, Violation } from '../../src/errors.ts';
import { databaseIdOf } from '../global-id.ts';
import { loadRow } from '../rows.ts';
import { Gpx } from '../scalars.ts';
import { needsNoKey, rulesOf } from '../root-field.ts';
import type { RootRules } from '../root-field.ts';
import { isDeclared } from './descriptions.ts';
import { isPromise } from '@runners/graphql';

type Arguments = Record<string, unknown>;
type Field = GraphQLField<unknown, Context>;
type Resolve = GraphQLFieldResolver<unknown, Context>;

/** Null in place of an empty page of something that is not there (decisions D274). */
async function unlessUnknown(
  [argument, type, when]: NonNullable<RootRules['listOf']>,
  page: unknown,
  args: Arguments,
  context: Context,
): Promise<unknown> {
  const id = args[argument];
  const isEmpty = (page as { nodes?: unknown[] } | null)?.nodes?.length === 0;
  if (typeof id !== 'string' || !isEmpty || context.apiInterface === 'rest' || when?.(args) === false) return page;
  return (await loadRow(context, type, databaseIdOf(type, id, argument))) === null ? null : page;
}

/** Failures of a file, which REST reports of the body that is the file. */
const ofFiles: readonly FailureCode[] = ['MALFORMED', 'TOO_LARGE'];

/**
 * Gives the failures of a query or mutation the form of GraphQL:
 *
 * - An id that cannot be read is null in a query and NOT_FOUND in a mutation, like one of something that is not there (D274).
 * - What is wrong with a file names the field of the file.
 *
 * Requests of REST pass unchanged.
 */
export function withFailures(root: 'Query' | 'Mutation', field: Field, resolve: Resolve): Resolve {
  const { listOf } = rulesOf(field);
  const invalidIn = ({ details: { violations = [] } }: Failure, context: Context): null => {
    // A caller who is not signed in is told that first, whatever is wrong with the input.
    if (!needsNoKey(field)) viewerOf(context);
    const all = violations.map((violation) => inFile(field, violation));
    if (all.some(({ code }) => code !== 'WRONG_ID')) throw invalidFields(all);
    if (root === 'Query') return null;
    throw new Failure('NOT_FOUND', invalidFields(all).message, { violations: all });
  };
  const refined = (error: unknown, context: Context): null => {
    if (!(error instanceof Failure)) throw error;
    if (root === 'Mutation' && !isDeclared(field, error.code))
      context.log.error({ mutation: field.name, code: error.code }, 'a failure is missing in the description');
    if (context.apiInterface === 'rest') throw error;
    if (error.code === 'INVALID') return invalidIn(error, context);
    const file = fileOf(field);
    if (file === null || error.details.violations || !ofFiles.includes(error.code)) throw error;
    const sentence = error.message.replace(/^gpx: /, '');
    const code = error.code === 'TOO_LARGE' ? 'TOO_LONG' : 'MALFORMED';
    throw new Failure(error.code, error.message, { ...error.details, violations: [{ path: file, code, sentence }] });
  };
  return (source, args: Arguments, context, info) => {
    try {
      const result: unknown = resolve(source, args, context, info);
      if (!isPromise(result)) return result;
      const page = listOf ? result.then((found) => unlessUnknown(listOf, found, args, context)) : result;
      return page.catch((error: unknown) => refined(error, context));
    } catch (error) {
      return refined(error, context);
    }
  };
}

/** The field of an input that takes a GPX file; null without one. */
function fileOf({ args }: Field): string | null {
  const [input] = args.map(({ type }) => getNamedType(type)).filter(isInputObjectType);
  const fields = Object.values(input?.getFields() ?? {});
  return fields.find(({ type }) => getNamedType(type) === Gpx)?.name ?? null;
}

/** What is wrong with a part of a GPX file is wrong with the field of the file. */
function inFile(field: Field, violation: Violation): Violation {
  const file = fileOf(field);
  const [input] = field.args.map(({ type }) => getNamedType(type)).filter(isInputObjectType);
  const [name = ''] = violation.path.split(/[.[]/);
  if (file === null || (input && Object.hasOwn(input.getFields(), name))) return violation;
  return { ...violation, path: file, sentence: `${violation.path} ${violation.sentence}` };
}
