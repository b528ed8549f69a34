/** Requests to S3 are signed as S3 requires. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../src/platform/config.ts';
import { makePictureStore } from '../../src/platform/store/picture-store.ts';
import { objectionTo, signatureOf } from './aws-signature.ts';
import type { Received } from './aws-signature.ts';

/** The examples of the documentation of S3 have these. */
const signer = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};

describe('the verification in this test', () => {
  const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const always = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': '20130524T000000Z' };

  test.each([
    [
      'GET object',
      'GET',
      '/test.txt',
      { range: 'bytes=0-9', 'x-amz-content-sha256': nothing },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'PUT object',
      'PUT',
      '/test$file.text',
      {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'GET bucket lifecycle',
      'GET',
      '/?lifecycle',
      { 'x-amz-content-sha256': nothing },
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'GET bucket',
      'GET',
      '/?max-keys=2&prefix=J',
      { 'x-amz-content-sha256': nothing },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('agrees with the example %s of the documentation', (_name, method, url, more, signature) => {
    const headers = { ...always, ...more };
    const request = { method, url, headers, body: Buffer.alloc(0) };
    expect(signatureOf(request, Object.keys(headers).sort(), signer)).toBe(signature);
  });
});

/** What came, and what is stored, by path as sent. */
const received: Received[] = [];
const objects = new Map<string, Buffer>();
/** S3 as far as pictures need it: whoever's signature is not right gets 403. */
const server = createServer(async (incoming, response) => {
  const { method = '', url = '', headers } = incoming;
  const request = { method, url, headers, body: await buffer(incoming) };
  received.push(request);
  const objection = objectionTo(request, signer);
  const stored = objects.get(url);
  if (objection) response.writeHead(403).end(`<Error><Code>${objection}</Code></Error>`);
  else if (method === 'PUT') response.writeHead(200).end(void objects.set(url, request.body));
  else if (!stored) response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  else if (method === 'DELETE') response.writeHead(204).end(void objects.delete(url));
  else response.writeHead(200, { 'Content-Length': stored.length }).end(stored);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => void server.close().closeAllConnections());
beforeEach(() => {
  received.length = 0;
  objects.clear();
});

const storeAt = (prefix: string, changes: Record<string, string | undefined> = {}) =>
  makePictureStore(
    readConfig({
      AWS_ACCESS_KEY_ID: signer.accessKeyId,
      AWS_SECRET_ACCESS_KEY: signer.secretAccessKey,
      STORAGE_URL: `s3://runs${prefix}?endpoint=${endpoint}`,
      ...changes,
    }),
  );
const key = '0123456789abcdef'.repeat(2);
const bytes = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 256));

describe('the store signs requests as S3 requires', () => {
  test.each<[string, string, { AWS_SESSION_TOKEN?: string }]>([
    ['without a prefix', '', {}],
    ['with a prefix', '/some/where', {}],
    [
      'with blanks, letters of other languages and signs in the prefix',
      "/our runs/Läufe (é) 100~a+b,c;d=e@f!g*h'$&i",
      {},
    ],
    ['with signs that the configuration has encoded', '/our%20runs/a%2Bb%3F%23%25', {}],
    ['with a session token', '/some/where', { AWS_SESSION_TOKEN: 'token/of+a=session' }],
  ])('PUT, GET and DELETE, %s', async (_name, prefix, changes) => {
    const store = storeAt(prefix, changes);
    await store.put(key, 'feed', bytes, 'image/jpeg');
    const file = await store.read(key, 'feed');
    expect(Buffer.concat(await (file?.content.toArray() ?? []))).toEqual(bytes);
    expect(file?.length).toBe(bytes.length);
    await store.remove(key, ['feed', 'detail']);
    expect(await store.read(key, 'feed')).toBeNull();
    expect(received.map(({ method }) => method).sort()).toEqual(['DELETE', 'DELETE', 'GET', 'GET', 'PUT']);
    for (const { headers } of received) expect(headers['x-amz-security-token']).toBe(changes.AWS_SESSION_TOKEN);
    expect([...objects.keys()]).toEqual([]);
  });

  test('with the hash of the bytes', async () => {
    await storeAt('').put(key, 'feed', bytes, 'image/jpeg');
    const [sent] = received as [Received];
    expect(objectionTo(sent, signer)).toBeNull();
    expect(objectionTo({ ...sent, body: Buffer.from('other bytes') }, signer)).toBe('XAmzContentSHA256Mismatch');
    expect(objectionTo({ ...sent, url: sent.url.replace('feed', 'detail') }, signer)).toBe('SignatureDoesNotMatch');
    expect(objectionTo({ ...sent, method: 'DELETE' }, signer)).toBe('SignatureDoesNotMatch');
  });
});

describe('the store throws the errors of S3', () => {
  test.each([
    ['a wrong secret', { AWS_SECRET_ACCESS_KEY: 'another secret' }, 'SignatureDoesNotMatch'],
    ['an unknown key', { AWS_ACCESS_KEY_ID: 'AKIAANOTHER' }, 'InvalidAccessKeyId'],
    [
      'another region',
      { STORAGE_URL: `s3://runs?endpoint=${endpoint}&region=eu-central-1` },
      'AuthorizationHeaderMalformed',
    ],
  ])('for %s', async (_name, changes, code) => {
    const store = storeAt('', changes);
    const says = (method: string) => `the picture store answers 403 to ${method}: <Error><Code>${code}</Code></Error>`;
    await expect(store.put(key, 'feed', bytes, 'image/jpeg')).rejects.toThrow(says('PUT'));
    await expect(store.read(key, 'feed')).rejects.toThrow(says('GET'));
    await expect(store.remove(key, ['feed'])).rejects.toThrow(says('DELETE'));
    expect(received).toHaveLength(3);
    expect(objects.size).toBe(0);
  });
});
