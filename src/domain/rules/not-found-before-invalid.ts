import { Failure } from '../../errors.ts';

/**
 * Returns the result of `check`. When it throws, `find` loads the object that the value was meant for, because "not
 * found" is reported before "not valid" (decisions A2). A valid request needs no additional statement.
 * @throws Failure NOT_FOUND, or the error of `check`
 */
export async function notFoundBeforeInvalid<Value>(check: () => Value, find: () => Promise<unknown>): Promise<Value> {
  try {
    return check();
  } catch (error: unknown) {
    if (!(await find())) throw new Failure('NOT_FOUND');
    throw error;
  }
}
