/**
 * Waits for something, but not for ever.
 * @param what in the message, as in `what took longer than 900 ms`
 * @throws what the promise rejects with, or an Error once the milliseconds are over; the work itself goes on
 */
export async function within<Result>(ms: number, what: string, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${what} took longer than ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
