import * as argon2 from '@node-rs/argon2';

/** Passwords that begin so are hashed as the service asks. */
const slow = 'hash me slowly ';
/** The least that argon2 takes: registering thousands of people at the real cost is a tenth of the tests' time. */
const quick = { memoryCost: 8, timeCost: 1, parallelism: 1 };

const inText = ({ memoryCost = 4096, timeCost = 3, parallelism = 1 }: argon2.Options) =>
  `m=${memoryCost},t=${timeCost},p=${parallelism}`;

/**
 * What the service loads in the place of `@node-rs/argon2` within the tests' processes: the same, at the least cost. The hash says that it
 * has the parameters that were asked for.
 */
export async function hash(password: string, options: argon2.Options = {}): Promise<string> {
  if (password.startsWith(slow)) return argon2.hash(password, options);
  return (await argon2.hash(password, { ...options, ...quick })).replace(inText(quick), inText(options));
}

/** How many passwords this process has compared with a hash of argon2. */
export let verified = 0;

/** Compares at the least cost, and then as the hash says, because not all are made here. */
export async function verify(stored: string, password: string): Promise<boolean> {
  verified++;
  const quickly = stored.replace(/m=\d+,t=\d+,p=\d+/, inText(quick));
  return (await argon2.verify(quickly, password)) || argon2.verify(stored, password);
}
