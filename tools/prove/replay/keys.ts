import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { base } from '../../../rest-compat/uris.ts';
import { Sentence } from '../../../src/platform/sentence.ts';
import { readOwnerList } from '../owner-list.ts';
import { sendCall } from './send-call.ts';
import type { Keys } from './world.ts';

const person = z.union([
  z.object({ username: z.string(), authorization: z.string() }).strict(),
  z.object({ username: z.string(), email: z.string(), password: z.string() }).strict(),
]);
const signedIn = z.object({ username: z.string(), api_key: z.string() });

/**
 * Reads the file of keys, a list in YAML or JSON, and signs in those who have a password there.
 * @param service the address of the service
 * @throws Sentence for a file that is none, and for a person whom the service does not sign in
 */
export async function keysIn(file: string, service: string): Promise<Keys> {
  const keys = new Map<string, string>();
  for (const one of readOwnerList(readFileSync(file, 'utf8'), basename(file), person, 'entry'))
    keys.set(one.username, 'authorization' in one ? one.authorization : await signIn(one, service));
  return keys;
}

async function signIn(
  { username, email, password }: { username: string; email: string; password: string },
  service: string,
) {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const body = Buffer.from(JSON.stringify({ email, password }));
  const answer = await sendCall(service, { method: 'POST', url: `${base}/account/login/`, headers, body });
  const read = answer.status === 200 ? signedIn.safeParse(JSON.parse(String(answer.body))) : null;
  if (!read?.success) throw new Sentence(`${service} does not sign in ${username}: it answers ${answer.status}.`);
  return `ApiKey ${read.data.username}:${read.data.api_key}`;
}
