import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** Makes and checks URLs whose signature is the permission (decisions A3): no key is needed to fetch them. */
export interface UrlSigner {
  /**
   * The path with an expiry and a signature in its query: `/exports/7?expires=1732200000&signature=…`.
   * @param path without query and without `?`; what it allows must be in it
   * @param expires null: never
   * @param parameter name of the signature in the query
   */
  sign(path: string, expires: Date | null, parameter?: string): string;
  /** Whether `url` (path and query) carries our signature of that path, and `now` is before its expiry. */
  verify(url: string, now: Date, parameter?: string): boolean;
  /** What is stored of a value that is only ever compared, and too easily guessed for a plain hash: 32 bytes. */
  digest(value: string): Buffer;
  /** The digests under which a value may have been stored: with the current secret first, then with the one before it. */
  digests(value: string): Buffer[];
}

/** The keys that one secret of the service gives: the same secret may come to sign other things. */
function keysOf(secret: string) {
  // As key objects: OpenSSL takes six times as long with bytes that it has to make a key of each time.
  const named = (name: string) => createSecretKey(createHmac('sha256', secret).update(name).digest());
  return { urls: named('signed-url'), digests: named('digest') };
}

/**
 * HMAC-SHA256 with the service's secret: every process with the same secret accepts the same URLs.
 * @param previous the secret before this one, while it is being replaced: what it signed is accepted, and nothing new is
 * signed with it (docs/operating.md#replacing-secret_key)
 */
export function makeUrlSigner(secret: string, previous?: string): UrlSigner {
  const current = keysOf(secret);
  const accepted = previous === undefined ? [current] : [current, keysOf(previous)];
  const signature = (key: KeyObject, path: string, expires: string) =>
    createHmac('sha256', key).update(`${path}\n${expires}`).digest();
  const digestWith = (key: KeyObject, value: string) => createHmac('sha256', key).update(value).digest();

  return {
    digest: (value) => digestWith(current.digests, value),
    digests: (value) => accepted.map(({ digests }) => digestWith(digests, value)),
    sign(path, expires, parameter = 'signature') {
      const until = expires ? String(Math.ceil(expires.getTime() / 1000)) : '';
      const signed = `${parameter}=${signature(current.urls, path, until).toString('base64url')}`;
      return until ? `${path}?expires=${until}&${signed}` : `${path}?${signed}`;
    },
    verify(url, now, parameter = 'signature') {
      const question = url.indexOf('?');
      if (question < 0) return false;
      const query = new URLSearchParams(url.slice(question + 1));
      const until = query.get('expires') ?? '';
      const given = Buffer.from(query.get(parameter) ?? '', 'base64url');
      const path = url.slice(0, question);
      const isOf = ({ urls }: { urls: KeyObject }) => {
        const expected = signature(urls, path, until);
        return given.length === expected.length && timingSafeEqual(given, expected);
      };
      return accepted.some(isOf) && (until === '' || now.getTime() < Number(until) * 1000);
    },
  };
}
