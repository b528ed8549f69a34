import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

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
}

/** HMAC-SHA256 with the service's secret: every process with the same secret accepts the same URLs. */
export function makeUrlSigner(secret: string): UrlSigner {
  // A key of its own: the same secret may come to sign other things.
  // As a key object: OpenSSL takes six times as long with bytes that it has to make a key of each time.
  const key = createSecretKey(createHmac('sha256', secret).update('signed-url').digest());
  const signature = (path: string, expires: string) => createHmac('sha256', key).update(`${path}\n${expires}`).digest();

  const digestKey = createSecretKey(createHmac('sha256', secret).update('digest').digest());

  return {
    digest: (value) => createHmac('sha256', digestKey).update(value).digest(),
    sign(path, expires, parameter = 'signature') {
      const until = expires ? String(Math.ceil(expires.getTime() / 1000)) : '';
      const signed = `${parameter}=${signature(path, until).toString('base64url')}`;
      return until ? `${path}?expires=${until}&${signed}` : `${path}?${signed}`;
    },
    verify(url, now, parameter = 'signature') {
      const question = url.indexOf('?');
      if (question < 0) return false;
      const query = new URLSearchParams(url.slice(question + 1));
      const until = query.get('expires') ?? '';
      const given = Buffer.from(query.get(parameter) ?? '', 'base64url');
      const expected = signature(url.slice(0, question), until);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
      return until === '' || now.getTime() < Number(until) * 1000;
    },
  };
}
