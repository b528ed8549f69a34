/** Each kind of difference is found in each format, and each header that apps read is compared: a proof must not be lenient. */
import { expect, test } from '@jest/globals';
import { differencesOf } from '../../translate/comparison/compare-answers.ts';
import { Pairs } from '../../translate/comparison/pairs.ts';

interface Given {
  headers?: Record<string, string>;
  body?: string;
  status?: number;
}

const moments = { recorded: null, answered: { from: 0, at: 0 } };

/** The differences of two answers, each as its kind and its path. */
function found(recorded: Given, answered: Given, type = 'application/json'): string[] {
  const answer = ({ headers = {}, body = '', status = 200 }: Given) => ({
    status,
    headers: { ...(body === '' ? {} : { 'content-type': type }), ...headers },
    body: Buffer.from(body),
  });
  const comparing = { pairs: new Pairs(), moments, ruled() {}, signsIn: false };
  return differencesOf(answer(recorded), answer(answered), comparing).map(({ what, path }) => `${what} ${path}`);
}

const types = { json: 'application/json', xml: 'application/xml', yaml: 'text/yaml' } as const;

/** A body in each format: a mapping with the field `a`. */
const bodies: Record<keyof typeof types, (a: Record<keyof typeof types, string> | null, further?: boolean) => string> =
  {
    json: (a, further) => `{"b":1${a ? `,"a":${a.json}` : ''}${further ? ',"c":1' : ''}}`,
    xml: (a, further) =>
      `<response><b type="integer">1</b>${a?.xml ?? ''}${further ? '<c type="integer">1</c>' : ''}</response>`,
    yaml: (a, further) => `b: 1\n${a ? `a: ${a.yaml}\n` : ''}${further ? 'c: 1\n' : ''}`,
  };
const integer = (of: number) => ({ json: `${of}`, xml: `<a type="integer">${of}</a>`, yaml: `${of}` });
const text = (of: string) => ({ json: `"${of}"`, xml: `<a>${of}</a>`, yaml: `'${of}'` });
const list = (...of: number[]) => ({
  json: `[${of.join(',')}]`,
  xml: `<a type="list">${of.map((one) => `<value type="integer">${one}</value>`).join('')}</a>`,
  yaml: `[${of.join(', ')}]`,
});
const none = { json: 'null', xml: '<a type="null"/>', yaml: 'null' };

const pairs: [
  what: string,
  one: ReturnType<typeof text> | null,
  other: ReturnType<typeof text> | null,
  is: string[],
][] = [
  ['nothing', integer(1), integer(1), []],
  ['another integer', integer(1), integer(2), ['value body.a']],
  ['another text', text('x'), text('y'), ['value body.a']],
  ['another case', text('x'), text('X'), ['value body.a']],
  ['a blank', text('x'), text('x '), ['value body.a']],
  ['fewer places of a decimal', text('5000.00'), text('5000.0'), ['value body.a']],
  ['no places of a decimal', text('5000.00'), text('5000'), ['value body.a']],
  ['more places of a decimal', text('5000'), text('5000.00'), ['value body.a']],
  ['a decimal as a number', text('5000'), integer(5000), ['type body.a']],
  ['a number as a decimal', integer(5000), text('5000'), ['type body.a']],
  ['null for a text', text(''), none, ['type body.a']],
  ['a text for null', none, text(''), ['type body.a']],
  ['a list for one', integer(1), list(1), ['type body.a']],
  ['a field that is missing', integer(1), null, ['missing body.a']],
  ['a field that is added', null, integer(1), ['added body.a']],
  ['a null that is missing', none, null, ['missing body.a']],
  ['a longer list', list(1, 2), list(1, 2, 3), ['length body.a']],
  ['a shorter list', list(1, 2), list(1), ['length body.a']],
  ['an empty list', list(1), list(), ['length body.a']],
  ['a list that was empty', list(), list(1), ['length body.a']],
  ['another item', list(1, 2), list(1, 3), ['value body.a[1]']],
  ['another order', list(1, 2, 3), list(3, 1, 2), ['order body.a']],
];

test.each(
  Object.keys(types).flatMap((format) => pairs.map((pair) => [format as keyof typeof types, ...pair] as const)),
)('%s, %s', (format, _what, one, other, is) => {
  const at = (places: string[]) =>
    places.map((place) => (format === 'xml' ? place.replace('body', 'body.response') : place));
  expect(found({ body: bodies[format](one) }, { body: bodies[format](other) }, types[format])).toEqual(at(is));
  // Beside a further field, neither hides the other.
  expect(found({ body: bodies[format](one) }, { body: bodies[format](other, true) }, types[format])).toEqual(
    at([...is, 'added body.c']),
  );
});

const records = (...ids: number[]) =>
  JSON.stringify({
    objects: ids.map((id) => ({ id, resource_uri: `/api/v1/user/${id}/`, name: id === 9 ? 'x' : `${id % 5}` })),
  });

test.each<[what: string, one: number[], other: number[], is: string[]]>([
  ['the same', [1, 2, 3], [1, 2, 3], []],
  ['the last one first', [1, 2, 3], [3, 1, 2], ['order body.objects']],
  ['one that is missing', [1, 2, 3], [2, 3], ['length body.objects']],
  ['one that is added', [1, 2], [7, 1, 2], ['length body.objects']],
  ['a page that begins one later', [1, 2], [2, 3], ['length body.objects']],
])('records are paired by their ids: %s', (_what, one, other, is) => {
  expect(found({ body: records(...one) }, { body: records(...other) })).toEqual(is);
});

test.each(Object.entries({ json: ['{"a":1', '{"a":1}'], xml: ['<a>', '<a/>'], yaml: ['a: [1', 'a: [1]'] } as const))(
  'what cannot be read as %s',
  (format, [broken, whole]) => {
    const type = types[format as keyof typeof types];
    expect(found({ body: whole }, { body: broken }, type)).toEqual(['unreadable body']);
    expect(found({ body: broken }, { body: whole }, type)).toEqual(['unreadable body']);
  },
);

test('a body that is missing or added, and another status', () => {
  expect(found({ body: '{}' }, {})).toEqual(['missing header content-type', 'missing body']);
  expect(found({}, { body: '{}' })).toEqual(['added header content-type', 'added body']);
  expect(found({ status: 200 }, { status: 201 })).toEqual(['value status']);
});

const headers: [name: string, one: string, other: string, isSame: boolean][] = [
  ['content-type', 'application/json', 'application/xml', false],
  ['content-type', 'application/json', 'application/json; charset=utf-8', true],
  ['content-type', 'application/json', 'application/json; charset=latin1', false],
  ['content-type', 'application/json; charset=UTF-8', 'application/json;charset=utf-8', true],
  ['location', '/api/v1/post/1/', '/api/v1/workout/1/', false],
  ['allow', 'GET, POST', 'GET', false],
  ['allow', 'GET', 'GET, POST', false],
  ['www-authenticate', 'ApiKey', 'Basic realm="x"', false],
  ['www-authenticate', 'ApiKey', 'apikey', false],
  ['retry-after', '60', '1', true],
  ['date', 'today', 'tomorrow', true],
];

test.each(headers)('header %s: %s and %s', (name, one, other, isSame) => {
  const body = name === 'content-type' ? '{}' : '';
  const differing = (a: Given, b: Given) => found({ body, ...a }, { body, ...b });
  expect(differing({ headers: { [name]: one } }, { headers: { [name]: other } })).toEqual(
    isSame ? [] : [`value header ${name}`],
  );
  if (name === 'date' || name === 'content-type') return;
  expect(differing({ headers: { [name]: one } }, {})).toEqual([`missing header ${name}`]);
  expect(differing({}, { headers: { [name]: one } })).toEqual([`added header ${name}`]);
});
