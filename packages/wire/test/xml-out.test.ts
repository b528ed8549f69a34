/** Values are written correctly as XML. */
import { expect, test } from '@jest/globals';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import * as fc from 'fast-check';

import { readXml } from '../xml/read.ts';
import { writeXml } from '../xml/write.ts';
import { withoutIllegal } from '../xml/text.ts';
import { float } from '../values/wire-value.ts';
import type { WireValue } from '../values/wire-value.ts';
import { plain, wireValues } from './wire-values.ts';
import { holds } from '@runners/testing';

const declaration = "<?xml version='1.0' encoding='utf-8'?>\n";

const table: [what: string, value: WireValue, xml: string][] = [
  ['a resource at the root', { resource_uri: '/x/' }, '<object><resource_uri>/x/</resource_uri></object>'],
  ['another mapping at the root', { a: 'x' }, '<response><a>x</a></response>'],
  ['an empty mapping at the root', {}, '<response/>'],
  [
    'a resource in a field',
    { author: { resource_uri: '/u/' } },
    '<response><author><resource_uri>/u/</resource_uri></author></response>',
  ],
  [
    'a mapping in a field',
    { meta: { limit: 2 } },
    '<response><meta type="hash"><limit type="integer">2</limit></meta></response>',
  ],
  ['an empty mapping in a field', { meta: {} }, '<response><meta type="hash"/></response>'],
  [
    'a list in a field',
    { likers: [2] },
    '<response><likers type="list"><value type="integer">2</value></likers></response>',
  ],
  ['an empty list in a field', { objects: [] }, '<response><objects type="list"/></response>'],
  [
    'a list at the root',
    [{ resource_uri: '/x/' }],
    '<objects><object><resource_uri>/x/</resource_uri></object></objects>',
  ],
  ['an empty list at the root', [], '<objects/>'],
  ['a mapping in a list', [{ id: 2 }], '<objects><object type="hash"><id type="integer">2</id></object></objects>'],
  ['a list in a list', [[1], []], '<objects><objects><value type="integer">1</value></objects><objects/></objects>'],
  [
    'integers',
    { n: 42, z: -0, big: 1e21 },
    '<response><big type="integer">1000000000000000000000</big><n type="integer">42</n><z type="integer">0</z></response>',
  ],
  [
    'floats',
    { a: float(5), b: 3.25, c: float(1e21), d: float(-0) },
    '<response><a type="float">5.0</a><b type="float">3.25</b><c type="float">1.0e+21</c><d type="float">-0.0</d></response>',
  ],
  [
    'floats that are null or no numbers',
    [float(null), float(Number.NaN), Infinity],
    '<objects><value type="null"/><value type="null"/><value type="null"/></objects>',
  ],
  [
    'booleans',
    [true, false],
    '<objects><value type="boolean">True</value><value type="boolean">False</value></objects>',
  ],
  ['null and the empty string', { x: null, y: '' }, '<response><x type="null"/><y></y></response>'],
  ['absent properties', { x: undefined, y: 'a' }, '<response><y>a</y></response>'],
  ['markup and quotes', ['<b>&"quotes"\' ]]>'], '<objects><value>&lt;b&gt;&amp;"quotes"\' ]]&gt;</value></objects>'],
  ['line ends and tabs', ['a\r\nb\tc'], '<objects><value>a&#13;\nb\tc</value></objects>'],
  [
    'what XML cannot hold',
    ['a\u0000b\u0008\u000b\u001fc\ud800d\udc00e\uffff\ufffe🏃\u007f'],
    '<objects><value>abcde🏃\u007f</value></objects>',
  ],
  [
    'children by tag name',
    { b: 'x', a_b: 'x', a: 'x', B: 'x' },
    '<response><B>x</B><a>x</a><a_b>x</a_b><b>x</b></response>',
  ],
  ['keys that are no names', { '1 a:b>': 'x', '': 'y' }, '<response><_>y</_><_1_a_b_>x</_1_a_b_></response>'],
  ['a scalar at the root', 'a', '<value>a</value>'],
  [
    'a profile',
    {
      resource_uri: '/api/v1/profile/3/',
      id: 3,
      user: '/api/v1/user/3/',
      gender: 'M',
      birth_date: null,
      weight: null,
      weight_unit: 'pounds',
      location_lat: null,
      location_lng: null,
      location_name: '',
    },
    '<object><birth_date type="null"/><gender>M</gender><id type="integer">3</id><location_lat type="null"/><location_lng type="null"/><location_name></location_name><resource_uri>/api/v1/profile/3/</resource_uri><user>/api/v1/user/3/</user><weight type="null"/><weight_unit>pounds</weight_unit></object>',
  ],
  [
    'a list of comments',
    {
      meta: {
        limit: 2,
        next: '/api/v1/comment/?post_id=7&limit=2&offset=2',
        offset: 0,
        previous: null,
        total_count: 45,
      },
      objects: [{ resource_uri: '/c/', comment: 'nice', id: 45, likers: [2] }],
    },
    '<response><meta type="hash"><limit type="integer">2</limit><next>/api/v1/comment/?post_id=7&amp;limit=2&amp;offset=2</next><offset type="integer">0</offset><previous type="null"/><total_count type="integer">45</total_count></meta><objects type="list"><object><comment>nice</comment><id type="integer">45</id><likers type="list"><value type="integer">2</value></likers><resource_uri>/c/</resource_uri></object></objects></response>',
  ],
  [
    'a value of every kind',
    {
      a_decimal: '5000.00',
      a_false: false,
      a_float: 3.25,
      a_whole_float: float(5),
      an_empty_string: '',
      an_integer: 42,
      empty_list: [],
      empty_object: {},
      list_of_objects: [{ id: 2 }],
      mixed_list: [1, 'a', null, true, 2.5],
      nested: { none: null, deep: 'x' },
      special: '<b>&"quotes"\' ]]>',
    },
    '<response><a_decimal>5000.00</a_decimal><a_false type="boolean">False</a_false><a_float type="float">3.25</a_float><a_whole_float type="float">5.0</a_whole_float><an_empty_string></an_empty_string><an_integer type="integer">42</an_integer><empty_list type="list"/><empty_object type="hash"/><list_of_objects type="list"><object type="hash"><id type="integer">2</id></object></list_of_objects><mixed_list type="list"><value type="integer">1</value><value>a</value><value type="null"/><value type="boolean">True</value><value type="float">2.5</value></mixed_list><nested type="hash"><deep>x</deep><none type="null"/></nested><special>&lt;b&gt;&amp;"quotes"\' ]]&gt;</special></response>',
  ],
];

test.each(table)('writes %s', (_what, value, xml) => {
  expect(writeXml(value)).toBe(declaration + xml);
});

test('everything that is written is read back equal (W4)', () => {
  holds(
    fc.property(wireValues, (value) => {
      const read = readXml(Buffer.from(writeXml(value)));
      expect(plain(read)).toEqual(plain(value, withoutIllegal));
    }),
    200,
  );
});

test('another parser accepts it and finds the same text', () => {
  const parser = new XMLParser({ parseTagValue: false, trimValues: false, processEntities: true, htmlEntities: true });
  holds(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      const xml = writeXml({ a: `x${text}` });
      expect(XMLValidator.validate(xml)).toBe(true);
      const read = parser.parse(xml) as { response: { a: string } };
      expect(read.response.a).toBe(withoutIllegal(`x${text}`));
    }),
  );
});
