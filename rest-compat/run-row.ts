import type { ExecutionResult } from 'graphql';
import { failureOf } from '../src/errors.ts';
import type { Failure } from '../src/errors.ts';
import { othersFirst } from '../schema/execution/long-json.ts';
import type { AnyRow, Reply, RestRequest } from './endpoint.ts';
import { variablesOf } from './variables.ts';
import type { RunRow } from './variables.ts';

/** Runs the document of a row. Returns the reply of the row, or the failure with which it answers. */
export async function replyOf(row: AnyRow, rest: RestRequest, run: RunRow): Promise<Reply | Failure> {
  try {
    const data = await run(await variablesOf(row, rest, run));
    await othersFirst(data);
    return row.reply(data, rest);
  } catch (error: unknown) {
    const failure = row.refused && failureOf(error);
    if (!failure) throw error;
    return row.refused?.(failure) ?? failure;
  }
}

/** The data of a result. Throws the error that an operation threw. */
export function dataOf(result: ExecutionResult): unknown {
  const error = result.errors?.[0];
  if (error) throw error.originalError ?? error;
  return result.data;
}
