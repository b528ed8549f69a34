/**
 * Waits for a promise with a timeout.
 * @param what the name in the message `what took longer than 900 ms`
 * @throws the error of the promise, or an Error after the timeout; the work itself continues
 */
export async function withTimeout<Result>(ms: number, what: string, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${what} took longer than ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
