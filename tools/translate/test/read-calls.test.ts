/** Calls of the REST interface are read from lines of curl, URLs and HAR files, as curl and browsers would send them. */
import { describe, expect, test } from '@jest/globals';
import { readCalls } from '../read-calls.ts';
import { UnreadableCall } from '../rest-call.ts';

describe('calls are read', () => {
  const at = 'https://old.example/api/v1/comment/';
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const json = { 'content-type': 'application/json' };
  type Expected = [line: string, method: string, url: string, headers: object, body: string];

  test.each<Expected>([
    [`curl ${at}`, 'GET', '/api/v1/comment/', {}, ''],
    [`curl '${at}?post_id=3&limit=2'`, 'GET', '/api/v1/comment/?post_id=3&limit=2', {}, ''],
    [`curl --url "${at}" --compressed -sS -k -L -u x:y -o out.json`, 'GET', '/api/v1/comment/', {}, ''],
    [`curl localhost:4000/api/v1/me/`, 'GET', '/api/v1/me/', {}, ''],
    [`curl -I ${at}`, 'HEAD', '/api/v1/comment/', {}, ''],
    [`curl -XDELETE ${at}3/`, 'DELETE', '/api/v1/comment/3/', {}, ''],
    [
      `curl ${at} -d post_id=3 --data-urlencode 'comment=a b&c'`,
      'POST',
      '/api/v1/comment/',
      form,
      'post_id=3&comment=a%20b%26c',
    ],
    [`curl -G ${at} -d post_id=3 -d limit=1`, 'GET', '/api/v1/comment/?post_id=3&limit=1', {}, ''],
    [
      `curl ${at} --json '{"post_id": 3}'`,
      'POST',
      '/api/v1/comment/',
      { ...json, accept: 'application/json' },
      '{"post_id": 3}',
    ],
    [
      `curl ${at} -H 'Content-Type: application/json' --data-raw '{"a":"@b"}'`,
      'POST',
      '/api/v1/comment/',
      json,
      '{"a":"@b"}',
    ],
    [
      `curl ${at} \\\n  -H "X-Key: $KEY" \\\r\n  --data-binary 'it'\\''s'`,
      'POST',
      '/api/v1/comment/',
      { ...form, 'x-key': '$KEY' },
      "it's",
    ],
    [`curl ${at} --data-raw $'a\\'b'`, 'POST', '/api/v1/comment/', form, "a'b"],
    [`curl ${at} -d 'a=1\n2' # a comment`, 'POST', '/api/v1/comment/', form, 'a=1\n2'],
    [`${at}?post_id=3`, 'GET', '/api/v1/comment/?post_id=3', {}, ''],
    ['/api/v1/me/', 'GET', '/api/v1/me/', {}, ''],
    ['DELETE /api/v1/comment/3/', 'DELETE', '/api/v1/comment/3/', {}, ''],
  ])('%s', (line, method, url, headers, body) => {
    expect(readCalls(line)).toEqual([{ method, url, headers, body: Buffer.from(body) }]);
  });

  test.each<[string, RegExp]>([
    ['', /There is no call/],
    ['hello', /path does not begin with/],
    ['hello you there', /neither a line of curl/],
    ['curl', /no URL/],
    ['curl -d a=b', /no URL/],
    [`curl ${at} ${at}`, /more than one URL/],
    [`curl ${at} -d @run.gpx`, /file run\.gpx, which is not here/],
    [`curl ${at} --json @x.json`, /file x\.json/],
    [`curl ${at} -F picture=@x.jpg`, /form of several parts/],
    [`curl ${at} -T x`, /form of several parts or a file/],
    [`curl ${at} --unix-socket /tmp/x`, /option of curl is not understood/],
    [`curl ${at} -H nonsense`, /not a header: nonsense/],
    [`curl ${at}?a=1&b=2`, /Put the URL and the body in quotes/],
    [`curl ${at} | sh`, /command of its own/],
    ['curl https://old.example/admin', /does not begin with \/api\/v1\//],
    ['curl file:///etc/passwd', /does not begin with \/api\/v1\//],
    ['{"log":', /it is not JSON/],
    ['{"a":1}', /no HAR file/],
    ['{"log":{"entries":[]}}', /no requests below/],
  ])('%s is refused', (line, sentence) => {
    expect(() => readCalls(line)).toThrow(UnreadableCall);
    expect(() => readCalls(line)).toThrow(sentence);
  });

  test('of a HAR file, and none to other addresses', () => {
    const entry = (url: string, postData?: object) => ({ request: { method: 'POST', url, headers: [], postData } });
    const mine = entry('https://old.example/api/v1/comment/', { mimeType: 'text/xml', text: '<a/>' });
    const params = [{ name: 'a', value: 'b c' }];
    const fields = entry('https://old.example/api/v1/comment/', {
      mimeType: 'application/x-www-form-urlencoded',
      params,
    });
    const entries = [entry('https://other.example/x'), mine, fields, mine];
    const calls = readCalls(JSON.stringify({ log: { entries } }));
    expect(calls).toHaveLength(3);
    expect(calls[0]).toMatchObject({ url: '/api/v1/comment/', headers: { 'content-type': 'text/xml' } });
    expect(calls.slice(0, 2).map(({ body }) => String(body))).toEqual(['<a/>', 'a=b+c']);
  });
});
