import type { ExecutionResult, GraphQLError } from 'graphql';
import { failureOf } from '../src/errors.ts';
import type { Failure } from '../src/errors.ts';
import { othersFirst } from '../schema/execution/long-json.ts';
import type { AnyRow, Reply, RestRequest } from './endpoint.ts';
import { firstOf, variablesOf } from './variables.ts';
import type { FindObject } from './variables.ts';

/** Runs a row's document; throws the error that the operation threw. */
type RunRow = (variables: Record<string, unknown>) => Promise<unknown>;

/** Runs the document of a row. Returns the reply of the row, or the failure with which it answers. */
export async function replyOf(row: AnyRow, rest: RestRequest, run: RunRow, find: FindObject): Promise<Reply | Failure> {
  try {
    const data = await run(variablesOf(row, rest));
    await othersFirst(data);
    return row.reply(data, rest);
  } catch (thrown: unknown) {
    const error = await firstOf(thrown, row, rest, find);
    const failure = row.refused && failureOf(error);
    if (!failure) throw error;
    return row.refused?.(failure) ?? failure;
  }
}

/** What an operation, or a check before it, threw, without what GraphQL has put around it. */
const thrown = (error: unknown): unknown => (error as Partial<GraphQLError> | null)?.originalError ?? error;

/** The data of a result. Throws the error that an operation threw. */
export function dataOf(result: ExecutionResult): unknown {
  const error = result.errors?.[0];
  if (error) throw thrown(error);
  return result.data;
}

/** What a document costs with these variables. @throws Failure for lists that are longer than any may be */
export function priceOf<Price>(
  costOf: (variables: Record<string, unknown>) => Price,
  variables: Record<string, unknown>,
): Price {
  try {
    return costOf(variables);
  } catch (error) {
    throw thrown(error);
  }
}
