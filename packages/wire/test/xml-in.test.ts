/** XML bodies are read correctly, and invalid ones are refused. */
import { describe, expect, test } from '@jest/globals';

import * as fc from 'fast-check';
import { SaxesParser } from 'saxes';

import { MalformedBody } from '../body/malformed-body.ts';
import { asLast, asList } from '../values/untyped-value.ts';
import { readXml } from '../xml/read.ts';
import { cpuTime, holds } from '@runners/testing';

const read = (xml: string | Buffer): unknown => readXml(Buffer.from(xml as string));
/** The field `f` of an object. */
const field = (xml: string): unknown => (read(`<object>${xml}</object>`) as Record<string, unknown>)['f'];
/** Without prototypes, so that an own `__proto__` shows. */
const own = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const table: [xml: string, value: unknown][] = [
  ['<object><title>Run</title><n type="integer">3</n></object>', { title: 'Run', n: 3 }],
  ['<request><title>Run</title><n type="integer">3</n></request>', { title: 'Run', n: 3 }],
  ['<anything><title>Run</title></anything>', { title: 'Run' }],
  [
    '<object><points type="list"><object><lat>47.1</lat><lng type="float">8.5</lng></object></points></object>',
    { points: [{ lat: '47.1', lng: 8.5 }] },
  ],
  [
    '<object><recipients type="list"><value type="integer">2</value><value type="integer">3</value></recipients></object>',
    { recipients: [2, 3] },
  ],
  ['<object><z type="null"/><d></d><e/></object>', { z: null, d: '', e: '' }],
  ['<object><a><![CDATA[<b>&x]]></a></object>', { a: '<b>&x' }],
  ['<object><a>1<![CDATA[2]]>3</a></object>', { a: '123' }],
  ['<object><a>&lt;&amp;&#65;&#x1F3C3;</a></object>', { a: '<&A🏃' }],
  [
    '<?xml version="1.0"?><!-- c --><?pi x?><object a="b"><a b="c">x<!-- c -->y<?pi?></a></object><!-- c -->',
    { a: 'xy' },
  ],
  ['<object>\n  <a> x </a>\r\n  <b>1\r\n2&#13;</b>\n</object>\n', { a: ' x ', b: '1\n2\r' }],
  [
    '<o><a type="boolean">True</a><b type="boolean">true</b><c type="boolean">1</c><d type="boolean">False</d><e type="boolean">0</e></o>',
    { a: true, b: true, c: true, d: false, e: false },
  ],
  ['<o><a type="integer"> -12 </a><b type="float">1e3</b><c type="float">5</c></o>', { a: -12, b: 1000, c: 5 }],
  ['<o><a type="list"/><b type="hash"/><c type="list"> </c><d type="null">x</d></o>', { a: [], b: {}, c: [], d: null }],
  ['<o><a>&#0065;&#x0000000000000000000000000000000000041;&#13;&apos;&quot;&gt;</a></o>', { a: 'AA\r\'">' }],
  ['<o><?pi it\'s "?><?pi <b> &c; ?><a>1<!-- <b> &c; -->2</a><![CDATA[ \r\n]]></o>', { a: '12' }],
  ["<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<o b=\"]]>\" c='>'><a>]] ></a></o>", { a: ']] >' }],
  ['<o><x:a xmlns:x="y" x:type="list">1</x:a><a\n type = "l&#105;st" ></a ></o>', { 'x:a': '1', a: [] }],
  ['<o><hasOwnProperty type="list"/><prototype>&amp;amp;</prototype></o>', { hasOwnProperty: [], prototype: '&amp;' }],
  ['<o><a type="string">5</a><b type="datetime">2012</b></o>', { a: '5', b: '2012' }],
  ['<o><a type="list"><objects><value>1</value></objects><objects/></a></o>', { a: [['1'], []] }],
  ['<objects><object><a>1</a></object></objects>', [{ a: '1' }]],
  ['<objects/>', []],
  ['<object/>', {}],
  ['<request> </request>', {}],
  ['<value type="integer">5</value>', 5],
  ['<object>text</object>', 'text'],
  [
    '<o><__proto__><x>1</x></__proto__><constructor>2</constructor><toString>3</toString></o>',
    JSON.parse('{"__proto__": {"x": "1"}, "constructor": "2", "toString": "3"}'),
  ],
];

test.each(table)('reads %s', (xml, value) => {
  expect(own(read(xml))).toEqual(value);
});

describe('the caller converts elements without a type according to the field (W5)', () => {
  test.each<[string, unknown]>([
    ['<f><object><a>1</a></object><object><a>2</a></object></f>', [{ a: '1' }, { a: '2' }]],
    ['<f><value>2</value></f>', ['2']],
    ['<f><value>2</value><value>3</value></f>', ['2', '3']],
    ['<f><value type="list"><value>2</value></value></f>', [['2']]],
    ['<f type="list"><value>2</value></f>', ['2']],
    ['<f>2</f><f>3</f>', ['2', '3']],
    ['<f>2</f>', ['2']],
    ['<f></f>', []],
    ['<f type="integer">2</f>', undefined],
  ])('%s as a list', (xml, list) => {
    const value = asList(field(xml));
    expect(value && own(value)).toEqual(list);
  });

  test('the last of repeated elements counts if the field is not a list', () => {
    expect(asLast(field('<f>2</f><f>3</f>'))).toBe('3');
    expect(asLast(field('<f type="list"><value>2</value></f>'))).toEqual(['2']);
  });
});

test('mappings inherit nothing, also not constructor', () => {
  const value = read('<o><a>1</a></o>') as Record<string, unknown>;
  expect(value['constructor']).toBeUndefined();
  expect(value['toString']).toBeUndefined();
  read('<o><__proto__><polluted>1</polluted></__proto__></o>');
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

const big = 1 << 20;
const refused: [what: string, xml: string | Buffer][] = [
  ['a DOCTYPE', '<!DOCTYPE object><object/>'],
  ['a DOCTYPE with entities', '<!DOCTYPE o [<!ENTITY a "b"><!ENTITY x SYSTEM "file:///etc/passwd">]><o>&a;&x;</o>'],
  ['an unknown entity', '<object><a>&foo;</a></object>'],
  ['an inherited name as an entity', '<object><a>&constructor;&toString;</a></object>'],
  ['an element left open', '<object><a>1</object>'],
  ['two roots', '<a/><b/>'],
  ['nothing', ''],
  ['white space', ' \n'],
  ['text', 'hello'],
  ['JSON', '{"a": 1}'],
  ['an integer that is none', '<object><n type="integer">abc</n></object>'],
  ['an integer with a fraction', '<object><n type="integer">1.5</n></object>'],
  ['an empty integer', '<object><n type="integer"></n></object>'],
  ['an integer with children', '<object><n type="integer"><a/></n></object>'],
  ['an integer without end', `<object><n type="integer">${'9'.repeat(400)}</n></object>`],
  ['a float that is none', '<object><n type="float">NaN</n></object>'],
  ['a float that is infinite', '<object><n type="float">1e999</n></object>'],
  ['a boolean that is none', '<object><n type="boolean">perhaps</n></object>'],
  ['a list with text', '<object><n type="list">abc</n></object>'],
  // What fast-xml-parser's validator takes for well-formed.
  ['two empty roots', '<a/><b/>'],
  ['text after an empty root', '<a/>text>'],
  ['CDATA after the root', '<a/><![CDATA[x]]>'],
  ['empty CDATA after the root', '<a></a> <![CDATA[]]>'],
  ['empty CDATA before the root', '<?xml version="1.0"?><![CDATA[]]><a/>'],
  ['blank CDATA before the root', '<![CDATA[ ]]><a/>'],
  ['an entity of HTML', '<a>&nbsp;</a>'],
  ['an unknown entity in an attribute', '<a b="&foo;"/>'],
  ['an ampersand in an attribute', '<a b="x & y"/>'],
  ['< in an attribute', '<a b="x<y"/>'],
  ['a reference without digits', '<a>&#;</a>'],
  ['a reference beyond Unicode', '<a>&#x110000;</a>'],
  ['a reference to half a character', '<a>&#xD83C;</a>'],
  ['a DOCTYPE inside', '<a><!DOCTYPE b [<!ENTITY c "d">]></a>'],
  ['a declaration of an entity', '<a><!ENTITY b "c"></a>'],
  ['a comment without end', '<a/><!-- b'],
  ['two dashes in a comment', '<a><!-- b -- c --></a>'],
  ['an instruction without end', '<a/><?b'],
  ['a declaration inside', '<a><?xml version="1.0"?></a>'],
  ['a declaration without version', '<?xml encoding="utf-8"?><a/>'],
  ['the end of CDATA in text', '<a>]]></a>'],
  ['an equals sign alone', '<a = b="c"/>'],
  ['a space that is none in XML', '<a\u00a0></a\u00a0>'],
  ['text beside elements', '<object>abc<n>1</n></object>'],
  ['a bare ampersand', '<object><n>a & b</n></object>'],
  ['a control character', '<object><n>\u0001</n></object>'],
  ['a reference to one', '<object><n>&#1;</n></object>'],
  ['the same in XML 1.1', '<?xml version="1.1"?><object><n>&#1;</n></object>'],
  ['NUL', '<object><n>\0</n></object>'],
  ['an attribute twice', '<object><n type="list" type="hash"/></object>'],
  ['an attribute without quotes', '<object><n type=list/></object>'],
  ['a late declaration', ' <?xml version="1.0"?><object/>'],
  ['too deep', '<a>'.repeat(101) + '</a>'.repeat(101)],
  ['far too deep', '<a>'.repeat(big / 3)],
  ['many attributes', `<a ${Array.from({ length: 100_000 }, (_, i) => `a${i}=""`).join(' ')}/>`],
  ['many fields', `<a>${Array.from({ length: 100_000 }, (_, i) => `<a${i}/>`).join('')}</a>`],
  ['many angle brackets', '<'.repeat(big)],
  ['an endless entity', `<a>&${'a'.repeat(big)}`],
  ['an endless name', `<${'a'.repeat(big)}></b>`],
];

const flood = (text: string, bytes = 32 * big) => text.repeat(Math.floor(bytes / text.length));
const floods: [what: string, xml: () => string][] = [
  ['one element more than the longest workout has points', () => `<a><b>${'<c/>'.repeat(250_001)}</b></a>`],
  ['elements', () => `<a>${flood('<b/>')}</a>`],
  ['elements in elements', () => `<a>${flood('<b><c/></b>')}</a>`],
  ['references', () => `<a><b>${flood('&amp;')}</b></a>`],
  ['comments', () => `<a>${flood('<!---->')}</a>`],
  ['one text', () => `<a>${flood('x')}</a>`],
  ['one attribute', () => `<a b="${flood('x')}"/>`],
  ['one comment', () => `<a><!--${flood('- ')}--></a>`],
  ['one CDATA', () => `<a><![CDATA[${flood('] ')}]]></a>`],
  ['one instruction', () => `<?x ${flood('? ')}?><a/>`],
];

test.each(floods)('refuses 32 MiB of %s without reading them all', (_what, xml) => {
  const bytes = Buffer.from(xml());
  const start = cpuTime();
  expect(() => readXml(bytes, 1_500_000, 250_000)).toThrow(/more than (1500000|250000) elements|too long/);
  expect(cpuTime() - start).toBeLessThan(5000);
});

test.each(refused)('refuses %s', (_what, xml) => {
  const start = cpuTime();
  let thrown: unknown;
  try {
    read(xml);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(MalformedBody);
  expect((thrown as Error).message).toMatch(/^[^\n\r]{1,200}$/);
  expect(cpuTime() - start).toBeLessThan(5000);
});

test('states the position of errors', () => {
  expect(() => read('<object>\n  <a>1</b>\n</object>')).toThrow(
    "the XML is not well-formed at line 2, column 7: Expected closing tag 'a' (opened in line 2, col 3) instead of",
  );
  expect(() => read('<?xml version="1.0"?><o>\r\n <a>b&c</a></o>')).toThrow(
    'the XML is not well-formed at line 2, column 6: no reference to',
  );
  expect(() => read('<?xml version="1.0"?><o></a>')).toThrow('at line 1, column 25: Expected closing tag');
  expect(() => read('<object><n type="integer">abc</n></object>')).toThrow(
    'n: the XML says type="integer", but the content is not',
  );
});

test('accepts nothing that a strict parser refuses', () => {
  const tags = [
    '<a>',
    '</a>',
    '<b/>',
    '<a b="c">',
    '<!-- c -->',
    '<![CDATA[',
    ']]>',
    '<?pi x?>',
    '<!',
    '<',
    '>',
    '&',
    '&lt;',
  ];
  const piece = fc.constantFrom(
    ...tags,
    ...'"\'=/?!-;# x\n\0',
    'xml',
    '-->',
    '&#65;',
    ' d="e"',
    '\u00a0',
    '\ufffe',
    '🏃',
  );
  holds(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, inside) => {
      const xml = inside ? `<a>${pieces.join('')}</a>` : pieces.join('');
      let refusal: string | null = null;
      try {
        read(xml);
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedBody);
        refusal = (error as Error).message;
      }
      const faults: string[] = [];
      const strict = new SaxesParser({ xmlns: false });
      strict.on('error', ({ message }) => void faults.push(message));
      strict.write(xml).close();
      if (refusal === null) expect([xml, faults]).toEqual([xml, []]);
      // Names may have letters and digits of all languages, but no other characters beyond the basic plane.
      else if (refusal.includes('not well-formed') && !refusal.includes('invalid name'))
        expect([xml, refusal, faults]).toEqual([xml, refusal, [expect.any(String), ...faults.slice(1)]]);
    }),
    500,
  );
});

test('reads a hundred levels', () => {
  expect(read('<a>'.repeat(100) + '</a>'.repeat(100))).toBeDefined();
});

test('reads the points of the longest workout within some seconds', () => {
  const point = '<object><lat>47.1234567</lat><lng type="float">8.51</lng><time>2012-05-18T08:45:00Z</time></object>';
  const count = 250_000;
  const bytes = Buffer.from(`<object><points>${point.repeat(count)}</points></object>`);
  const start = cpuTime();
  const { points } = readXml(bytes) as { points: unknown };
  expect(asList(points)).toHaveLength(count);
  expect(cpuTime() - start).toBeLessThan(10_000);
});
