import * as argon2 from '@node-rs/argon2';

/** Passwords that begin so are hashed as the service asks. */
const slow = 'hash me slowly ';
/** The least that argon2 takes: registering thousands of people at the real cost is a tenth of the tests' time. */
const quick = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** What the service loads in the place of `@node-rs/argon2` within the tests' processes: the same, at the least cost. */
export function hash(password: string, options: argon2.Options): Promise<string> {
  return argon2.hash(password, password.startsWith(slow) ? options : { ...options, ...quick });
}

/** How many passwords this process has compared with a hash of argon2. */
export let verified = 0;

export function verify(...compared: Parameters<typeof argon2.verify>): Promise<boolean> {
  verified++;
  return argon2.verify(...compared);
}
