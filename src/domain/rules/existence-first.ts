import { Failure } from '../../errors.ts';

/**
 * What `check` returns. When it throws, "not there" comes before "not valid" (decisions A2): `find` looks for the thing
 * that the value was meant for. So a valid request needs no extra statement.
 * @throws Failure NOT_FOUND, or whatever `check` throws
 */
export async function existenceFirst<Value>(check: () => Value, find: () => Promise<unknown>): Promise<Value> {
  try {
    return check();
  } catch (error: unknown) {
    if (!(await find())) throw new Failure('NOT_FOUND');
    throw error;
  }
}
