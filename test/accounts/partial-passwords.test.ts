/**
 * Which other texts a hash of another service accepts: what it sees only a part of signs in, is never hashed anew, and a mail asks for a
 * new password. The hashes are made as the other services make them.
 */
import { createHash, pbkdf2Sync, scryptSync } from 'node:crypto';
import { hash as argon2 } from '@node-rs/argon2';
import { expect, test } from '@jest/globals';
import bcrypt from 'bcrypt';
import { newPerson, nobody } from '../support/cast.ts';
import { mailsTo } from '../support/mails.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const pbkdf2 = (digest: 'sha1' | 'sha256') => (text: string) =>
  `pbkdf2_${digest}$1000$salt$${pbkdf2Sync(text, 'salt', 1000, digest === 'sha1' ? 20 : 32, digest).toString('base64')}`;
const digest = (name: 'sha1' | 'md5', salt: string) => (text: string) =>
  `${name}$${salt}$${createHash(name)
    .update(salt + text)
    .digest('hex')}`;
const ofBcrypt = (text: string) => `bcrypt$${bcrypt.hashSync(text, 4)}`;

/** How each kind of hash is made. */
const kinds: Record<string, (text: string) => string | Promise<string>> = {
  pbkdf2_sha256: pbkdf2('sha256'),
  pbkdf2_sha1: pbkdf2('sha1'),
  scrypt: (text) => `scrypt$16$salt$8$1$${scryptSync(text, 'salt', 64, { N: 16, r: 8, p: 1 }).toString('base64')}`,
  argon2: async (text) => `argon2${await argon2(text, { memoryCost: 512, timeCost: 2, parallelism: 2 })}`,
  'argon2 in the PHC form': (text) => argon2(text, { memoryCost: 512, timeCost: 2, parallelism: 2 }),
  bcrypt: ofBcrypt,
  'bcrypt of 2a': (text) => ofBcrypt(text).replace('$2b$', '$2a$'),
  'bcrypt of 2y': (text) => ofBcrypt(text).replace('$2b$', '$2y$'),
  bcrypt_sha256: (text) => `bcrypt_sha256$${bcrypt.hashSync(createHash('sha256').update(text).digest('hex'), 4)}`,
  sha1: digest('sha1', 'salt'),
  md5: digest('md5', 'salt'),
  'unsalted sha1': digest('sha1', ''),
  'unsalted md5': (text) => createHash('md5').update(text).digest('hex'),
};
const long = 'a password of eighty letters '.repeat(3).slice(0, 80);
/** Two texts of which PBKDF2 makes the same with SHA-1: the second is the SHA-1 of the first. */
const longer = 'plnlrtfpijpuhqylxbgqiiyipieyxvfsavzgxbbcfusqkozwpngsyejqlmjsytrmd';
const itsSha1 = "eBkXQTfuBqp'cTcar&g*";

/** A password, what somebody types in its place, and the kinds that take it for the password. */
const others: [what: string, password: string, typed: string, accept: RegExp][] = [
  ['the first 72 bytes and another end', long, `${long.slice(0, 72)}SOMETHING ELSE`, /^bcrypt( |$)/],
  ['the first 72 bytes', long, long.slice(0, 72), /^bcrypt( |$)/],
  ['72 bytes of two-byte letters, and another end', 'ü'.repeat(40), `${'ü'.repeat(36)}x`, /^bcrypt( |$)/],
  ['the first 71 bytes', long, long.slice(0, 71), /^$/],
  ['a longer text', long.slice(0, 71), long, /^$/],
  ['the first eight letters', 'along the lake', 'along th', /^$/],
  ['another end after NUL', 'along the lake', 'along the lake\0else', /^$/],
  ['the password twice, with NUL between', 'along the lake', 'along the lake\0along the lake', /^bcrypt( |$)/],
  ['NUL at the end', 'along the lake', 'along the lake\0', /^(pbkdf2|scrypt)/],
  ['the SHA-1 of a long password', longer, itsSha1, /^pbkdf2_sha1$/],
  ['a space at the end', 'along the lake', 'along the lake ', /^$/],
  ['another case', 'along the lake', 'Along the lake', /^$/],
];
let count = 0;

/** Signs in over an interface. Returns whether the password was the right one. */
const faces: Record<string, (email: string, password: string) => Promise<boolean>> = {
  REST: async (email, password) => (await nobody(service).post('/account/login/', { email, password })).status === 200,
  GraphQL: async (email, password) => {
    const document = 'mutation ($input: SignInInput!) { signIn(input: $input) { apiKey } }';
    return (await nobody(service).graphql(document, { input: { email, password } })).errors.length === 0;
  },
};

test.each(Object.keys(kinds).map((kind, at) => [kind, at] as const))('what %s accepts', async (kind, at) => {
  for (const [index, [what, password, typed, accept]] of others.entries()) {
    const signsIn = faces[(index + at) % 2 ? 'REST' : 'GraphQL']!;
    const { id, email } = await newPerson(service, 'Olga', `Old ${(count += 1)}`);
    await service.sql('delete from api_key where user_id = ?', [id]);
    const stored = await kinds[kind]!(password);
    await service.sql('update users set password_hash = ? where id = ?', [stored, id]);
    const now = async () =>
      (await service.sql('select password_hash as now from users where id = ?', [id]))[0]?.['now'];
    expect([what, await signsIn(email, typed)]).toEqual([what, accept.test(kind)]);
    expect([what, (await now()) === stored]).toEqual([what, true]);
    for (let again = 0; again < 2; again++) expect([what, await signsIn(email, password)]).toEqual([what, true]);
    // bcrypt cannot tell a password of 72 bytes from a longer one.
    const staysOld = /^bcrypt( |$)/.test(kind) && Buffer.byteLength(password) >= 72;
    expect([what, (await now()) === stored]).toEqual([what, staysOld]);
    if (!accept.test(kind) && !staysOld) continue;
    const mails = await mailsTo(service, email, 1);
    expect(mails.map((mail) => /^Subject: (.*)\r$/m.exec(mail)?.[1])).toEqual(['Please set a new password']);
  }
});

test('a password longer than new ones may be keeps working, and a longer one with the same beginning does not', async () => {
  const { id, email } = await newPerson(service, 'Olga', 'Long');
  const password = 'long and longer '.repeat(150);
  await service.sql('update users set password_hash = ? where id = ?', [await kinds['md5']!(password), id]);
  for (const [sent, isRight] of [
    [`${password}x`, false],
    [password.slice(0, 1001), false],
    [password, true],
    [password, true],
  ] as const)
    expect(await faces['REST']!(email, sent)).toBe(isRight);
});
