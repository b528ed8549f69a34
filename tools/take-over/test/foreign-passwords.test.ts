/**
 * People whose hashes were made by PHP, Rails, Spring, htpasswd or the C library sign in after a load, and nobody does with another password. The
 * hashes were made by these programs: those of crypt by mkpasswd, htpasswd, OpenSSL, PHP and Python; bcrypt by PHP, htpasswd and the gem that Rails
 * uses; PBKDF2 by Java, as Spring's encoder calls it; scrypt by hashlib of Python with the parameters of Spring.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { countOldCredentials } from '../../../src/domain/accounts/old-credentials.ts';
import { nobody } from '../../../test/support/cast.ts';
import { mailsTo } from '../../../test/support/mails.ts';
import { testService } from '../../../test/support/service.ts';
import { newFolder } from '../../../test/support/started-process.ts';
import { checked, person, writeBundle } from './bundle-maker.ts';
import { loaded, opened } from './loading.ts';

const service = await testService();
const [root, remove] = await newFolder();
afterAll(remove);

const [weak, foreign] = ['letmein', 'Zürich läuft 🏃'];
const hashes: [kind: string, password: string, encoded: string][] = [
  ['crypt of mkpasswd', weak, 'iFU3dXahZ9Dvg'],
  ['crypt of htpasswd', weak, 'oKzZQAPlCdbtE'],
  ['crypt of Django', weak, 'crypt$$abN/qM.L/H8EQ'],
  ['crypt of Python', foreign, './wdWaswSAwGI'],
  [
    'SHA-512-crypt of mkpasswd',
    weak,
    '$6$RruqoburrZjJ6uf.$VT3gp5P4LSKZA7xSi7D68zFvrWxhlOYRAvD3rMJHDzwB1uUUG5TCmPeALUytGU44NsxtRNEjYTAzPhR8hGwdi1',
  ],
  [
    'SHA-512-crypt of Python',
    foreign,
    '$6$rounds=20000$nXktcgIGs6FeApfW$XHTtFb.T52gtAMzATTO0lcBIjVQEKyXd.z87EUzZuj/U0aj0srJmOH9gl0yQYPVUZuNanrig9OdESDlh/YOPo0',
  ],
  [
    'SHA-512-crypt of PHP',
    foreign,
    '$6$rounds=5000$phpsalt$31qT1FoZbWrt4tmXQnekJ9CztlBnOD2.Szsym37KxCc1Mq3m16D3ErOxpthSGGI2kTth9241nO5AfXJkQEceh0',
  ],
  [
    'SHA-512-crypt of OpenSSL, in the form of Django',
    weak,
    'crypt$$$6$opensslsalt$z2NUpvnDDUj4bGpTtkki2Ow0NvdXKJFhrYol9WZCtLsyLSE.NnYhDoA3Gsi9CkN6m.Y8W7s2prGYFKnFsCQoQ.',
  ],
  ['SHA-256-crypt of OpenSSL', weak, '$5$s$ioKgncXTXSZdT2Uu9RS9DlE2HwF/eAkCl1ejvDZJa42'],
  ['SHA-256-crypt of mkpasswd', weak, '$5$rounds=30000$kXZ9QgdQOyaBM1Al$cfZpV25GY3zW68j8cdKRPnLgqXiT2Ws/nEyHNsx7NyD'],
  ['SHA-256-crypt of Python', foreign, '$5$XwZXDALgIAz0n1Kd$eC1aHzDXoes1e2wYbyYX72lFVqFNcE/YLtxVykUhoQB'],
  ['bcrypt of PHP', foreign, '$2y$10$9LF1uV5yIRc6b7MAuDKp5OR6n8qeKTQHFe8p9HaqHznH5sL3OtdQ2'],
  ['bcrypt of htpasswd', weak, '$2y$10$nr0p9Xhi4U.Rino/wiz10OksMfflV8x38wPXJplE4YAUusJle2FYC'],
  [
    'argon2id of PHP',
    weak,
    '$argon2id$v=19$m=65536,t=4,p=1$a1VRVUdudW1SVXFTLmpjcg$GNTrVnT4DyEcLMxDR2v6rgO/LvUmPsjMdgDORU7mhSk',
  ],
  ['bcrypt of Rails', weak, '$2a$12$RDPCkgR.2aEfYttNuM3UHOmrGUkrwU5kXCaSbDthOfnbyuRlAnKWi'],
  ['bcrypt of Devise', foreign, '$2a$11$8cIwD5x/Vwg05F3fOzd6w.v7OLmjyu7BRQA5u5uZTpaLPIBBtxwMC'],
  ['bcrypt of Spring', foreign, '{bcrypt}$2a$11$8cIwD5x/Vwg05F3fOzd6w.v7OLmjyu7BRQA5u5uZTpaLPIBBtxwMC'],
  [
    'PBKDF2 of Spring',
    weak,
    '{pbkdf2}6dea2ed3e89df6529f5a9dc96885eb8e8b82110cde1c7b95f3d0a685cdcdb7ac73a59acee6ce1a66',
  ],
  [
    'PBKDF2 of Spring 5.8',
    weak,
    '{pbkdf2@SpringSecurity_v5_8}78915cd3afd6b85738d5070a6e0ece7b161791cb867f5c7fe6d17a79edfd2e2ab19ea5c1b270c193a1f9dc18240a2fa9',
  ],
  [
    'PBKDF2 of Spring',
    foreign,
    '{pbkdf2}4c59f9eb143207c3d3fb877367edd23ae227e4ccfcb1b41a2f6ac9b9a761bfd1f47d34b5ec4cefb1',
  ],
  [
    'PBKDF2 of Spring 5.8',
    foreign,
    '{pbkdf2@SpringSecurity_v5_8}f72843ebc8f6fbc7901100d3d93d4d14195ddb2a0f77a52b0ecd6c3ab3b4e4ebafe52c8afc05ce087dc7233d0945b40d',
  ],
  [
    'scrypt of Spring',
    weak,
    '{scrypt}$e0801$ulMa9KfTl8Y4fseL8gWWIIcZuw/NPncl1Nb+Ibq6T5nQR61ndSW1qgkkpRduLIVSEElyqQ9LnLuA5YhMT5weJA==$BUMNHoetDxqYXFoLSp1QJmeZOvFGAVqzP9GKlV8Yr5g=',
  ],
  [
    'scrypt of Spring 5.8',
    foreign,
    '{scrypt@SpringSecurity_v5_8}$100801$SFo6j2JSiOsXRvxtm0rM9A==$pKtL7NfuKSYZCGvhYMoDNx2EPcgda81GrAfJDpQJxgU=',
  ],
  [
    'argon2id of Spring',
    weak,
    '{argon2}$argon2id$v=19$m=65536,t=4,p=1$a1VRVUdudW1SVXFTLmpjcg$GNTrVnT4DyEcLMxDR2v6rgO/LvUmPsjMdgDORU7mhSk',
  ],
];
/** What signs nobody in, and what `check` says of it. */
const refused: [what: string, encoded: string, sentence: string][] = [
  ['a password that is not hashed, of Spring', '{noop}letmein', 'cannot be read; nobody signs in with it'],
  ['a kind that is not known', '$1$salt$qJH7.N4xYta3aEG/dfqo/0', 'cannot be read; nobody signs in with it'],
  ['a digest of Spring', '{MD5}0d107d09f5bbe40cade3de5c71e9e9b7', 'cannot be read; nobody signs in with it'],
  ['half of PBKDF2 of Spring', '{pbkdf2}42d08824e0f57cf1', 'cannot be read; nobody signs in with it'],
  [
    'a cut SHA-crypt',
    '$6$salt$VT3gp5P4LSKZA7xSi7D68zFvrWxhlOYRAvD3rMJHDzwB1uUUG5',
    'cannot be read; nobody signs in with it',
  ],
  [
    'SHA-crypt with too many rounds',
    `$6$rounds=999999$salt$${'a'.repeat(86)}`,
    'asks for more work than a guess may cost; nobody signs in with it',
  ],
  [
    'scrypt of Spring that asks for too much',
    `{scrypt}$140801$${'a'.repeat(24)}$${'a'.repeat(44)}`,
    'asks for more work than a guess may cost; nobody signs in with it',
  ],
];

const first = 1000;
const addressOf = (id: number) => `runner${id}@example.com`;
const all = [...hashes.map(([, , encoded]) => encoded), ...refused.map(([, encoded]) => encoded)];
const users = all.map((password, i) => ({ ...person(first + i), password }));
const signIn = async (id: number, password: string) =>
  (await nobody(service).post('/account/login/', { email: addressOf(id), password })).status;
const stored = async (id: number) =>
  String((await service.sql('select password_hash from users where id = ?', [id]))[0]?.['password_hash']);

beforeAll(async () => {
  const path = await writeBundle(root, { users });
  const { found } = await checked(path);
  expect(found.map(({ sentence }) => sentence)).toEqual(refused.map(([, , sentence]) => sentence));
  await loaded(service, path);
  await opened(service);
});

test('what is left is counted, and one of the commonest kind is found', async () => {
  const { hashes: left, commonest } = await countOldCredentials(service.database);
  expect(left).toBe(all.length);
  expect(commonest).not.toBeNull();
});

test.each(hashes.map(([kind, password, encoded], i) => [kind, encoded, password, first + i] as const))(
  '%s signs in: %s',
  async (kind, encoded, password, id) => {
    expect(await signIn(id, `${password.slice(0, 5)}.${password.slice(6)}`)).toBe(400);
    expect(await stored(id)).toBe(encoded);
    expect(await signIn(id, password)).toBe(200);
    // The first crypt sees eight bytes, so that the hash of a longer password stays.
    const staysOld = kind.startsWith('crypt') && Buffer.byteLength(password) >= 8;
    expect(await stored(id)).toMatch(staysOld ? encoded : /^\$argon2id\$v=19\$m=19456/);
    expect([await signIn(id, password), await signIn(id, '')]).toEqual([200, 400]);
  },
);

test.each(refused.map(([what], i) => [what, first + hashes.length + i] as const))(
  '%s signs nobody in',
  async (_what, id) => {
    for (const password of ['letmein', all[id - first]!, '']) expect(await signIn(id, password)).toBe(400);
    expect(await stored(id)).toBe(all[id - first]);
  },
);

describe('a hash of the first crypt', () => {
  const id = 100;
  beforeAll(async () => {
    // `htpasswd -nbd u "along the lake"`
    await loaded(
      service,
      await writeBundle(`${root}/later`, { users: [{ ...person(id), password: 'segK13cnfDGmc' }] }),
    );
  });

  test('sees eight letters, stays, and its owner is asked for a new password', async () => {
    expect(await signIn(id, 'along th')).toBe(200);
    expect(await signIn(id, 'along the lake')).toBe(200);
    expect(await signIn(id, 'along t')).toBe(400);
    expect(await stored(id)).toBe('segK13cnfDGmc');
    const [mail] = await mailsTo(service, addressOf(id), 1);
    expect(/^Subject: (.*)\r$/m.exec(mail ?? '')?.[1]).toBe('Please set a new password');
  });
});

test('a password of a thousand letters is not compared with SHA-crypt of many rounds, and others are', async () => {
  const id = 101;
  // `mkpasswd -m sha512crypt -R 40000 letmein`
  await loaded(
    service,
    await writeBundle(`${root}/rounds`, {
      users: [
        {
          ...person(id),
          password:
            '$6$rounds=40000$7oC9i8qBniZdJUnS$qy4dTBp62CagrZuMH5Jf.hm1m4NJBobxsylw0NMYtjWkdaBYc8SodPY/8viyFMPwfLyvhtp6waDICJRIXml/7/',
        },
      ],
    }),
  );
  expect(await signIn(id, 'x'.repeat(1000))).toBe(400);
  expect(await signIn(id, weak)).toBe(200);
});
