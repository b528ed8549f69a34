/** GPX documents of every dialect are read as the same points. */
import { describe, expect, test } from '@jest/globals';

import { readGpx, readGpxPlainly } from '../gpx/read.ts';
import type { WantedElement } from '../gpx/wanted.ts';
import { RECORDINGS, gpx, gpxOf, plain, recording } from './gpx-samples.ts';

const POINT = '<trkpt lat="47.5" lon="-8.25"><ele>401.5</ele><time>2024-03-01T07:00:00Z</time></trkpt>';
const READ = {
  latitudeE7: [475_000_000],
  longitudeE7: [-82_500_000],
  elevation: [401.5],
  time: [Date.parse('2024-03-01T07:00:00Z')],
  segmentStarts: [0],
};

/** Two elements of extensions: one anywhere, and one in its place. */
const wanted: readonly WantedElement[] = [
  { name: 'privacy', where: 'anywhere', most: 4, kept: (text) => text.trim().toLowerCase() },
  { name: 'social_access_token', where: 'in metadata', most: 1 },
];

/** Reads a document both ways, which must agree. */
function read(document: string | Buffer): ReturnType<typeof readGpx> {
  const bytes = typeof document === 'string' ? Buffer.from(document) : document;
  const result = readGpx(bytes, { wanted });
  const plainly = readGpxPlainly(bytes, { wanted });
  expect({ ...result, track: plain(result.track) }).toEqual({ ...plainly, track: plain(plainly.track) });
  return result;
}

describe('recordings', () => {
  test.each(RECORDINGS)('%s: %i segments, %i points', (file, segments, points) => {
    const { track } = read(recording(file));
    expect([track.segmentStarts.length, track.time.length]).toEqual([segments, points]);
  });

  test('their values', () => {
    const garmin = read(recording('garmin-activity.gpx'));
    expect(garmin).toMatchObject({
      name: 'casual stroll',
      type: 'running',
      time: '2017-07-29T14:46:35.000Z',
      description: null,
      texts: new Map(),
    });
    const { latitudeE7, longitudeE7, elevation, time } = garmin.track;
    expect([latitudeE7[2], longitudeE7[2], elevation[2], time[1]]).toEqual([
      372_416_059,
      -1_219_722_529,
      103.4,
      Date.parse('2017-07-29T14:46:36Z'),
    ]);
  });

  test('a route without times keeps its points', () => {
    const { track } = read(recording('route-without-times.gpx'));
    expect(track.time.every(Number.isNaN)).toBe(true);
    expect(track.elevation[0]).toBe(25.28);
  });

  test('tracks partly without times', () => {
    const { track } = read(recording('gpx10-four-tracks-partly-timed.gpx'));
    expect(track.time.some(Number.isNaN) && !track.time.every(Number.isNaN)).toBe(true);
  });
});

test('every element of the request mapping', () => {
  const result = read(
    gpx(
      `<metadata><name>no</name><desc> Along the <![CDATA[<river> & ]]>back &lt;home&#x21;&#33; </desc><author><name>no</name></author>
       <time>2024-03-01T07:00:00Z</time><extensions><s:privacy xmlns:s="urn:s">friends</s:privacy>
       <social_access_token>abc</social_access_token></extensions></metadata>
       <trk><name><![CDATA[Morgenlauf ü 🏃]]></name><type>Tempo</type><trkseg>${POINT}</trkseg></trk>
       <trk><name>second</name><type>Race</type></trk>`,
    ),
  );
  expect({ ...result, track: plain(result.track) }).toEqual({
    name: 'Morgenlauf ü 🏃',
    type: 'Tempo',
    description: 'Along the <river> & back <home!!',
    time: '2024-03-01T07:00:00Z',
    texts: new Map([
      ['privacy', new Set(['friends'])],
      ['social_access_token', new Set(['abc'])],
    ]),
    track: READ,
  });
});

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const bigEndian = (text: string): Buffer => utf16(text).swap16();
const plainRoot = (content: string): string => `<gpx>${content}</gpx>`;

describe('dialects: all read as the same point', () => {
  const one = `<trk><trkseg>${POINT}</trkseg></trk>`;
  const dialects: Array<[string, string | Buffer]> = [
    ['1.1', gpx(one)],
    ['1.0', `<?xml version="1.0"?><gpx version="1.0" xmlns="http://www.topografix.com/GPX/1/0">${one}</gpx>`],
    ['no namespace', plainRoot(one)],
    ['a prefix', `<g:gpx xmlns:g="urn:g">${one.replaceAll('</', '</g:').replace(/<(?!\/)/g, '<g:')}</g:gpx>`],
    ['a prefix and the default for the same namespace', `<g:gpx xmlns:g="urn:g" xmlns="urn:g">${one}</g:gpx>`],
    ['namespace declared again', gpx(one.replace('<trk>', '<trk xmlns="http://www.topografix.com/GPX/1/1">'))],
    ['UTF-8 mark', `\ufeff${gpx(one)}`],
    ['UTF-16 LE mark', utf16(`\ufeff${gpx(one).replace('UTF-8', 'UTF-16')}`)],
    ['UTF-16 BE mark', bigEndian(`\ufeff${gpx(one).replace('UTF-8', 'UTF-16')}`)],
    ['UTF-16 LE declared', utf16(gpx(one).replace('UTF-8', 'UTF-16'))],
    ['UTF-16 BE declared', bigEndian(gpx(one).replace('UTF-8', 'UTF-16'))],
    ['UTF-16 declared but UTF-8', gpx(one).replace('UTF-8', 'utf-16')],
    ['CRLF', gpx(one).replaceAll('>', '>\r\n')],
    ['CR', gpx(one).replaceAll('>', '>\r')],
    ['single quotes, other order, spaces', gpx(one.replace(/lat.*?">/, "  lon='-8.25'\n\tlat='47.5' >"))],
    ['spaces around =, in values', gpx(one.replace(/lat.*?">/, 'lat = " 47.5 " lon= "-8.25">'))],
    ['other attributes', gpx(one.replace('lat', 'id="1" lat'))],
    ['exponents', gpx(one.replace('47.5', '4.75e1').replace('401.5', '4015E-1'))],
    ['signs and short forms', gpx(one.replace('47.5', '+47.50000000000000000000000').replace('-8.25', '-08.25'))],
    ['time first', gpx(one.replace(/(<ele>.*<\/ele>)(<time>.*<\/time>)/, '$2$1'))],
    ['white space in values', gpx(one.replace('401.5', '\n 401.5\n').replace(/(2024.*Z)/, ' $1 '))],
    ['comments', gpx(one.replace('<ele>', '<!-- </trkpt> --><ele><!-- 7 -->').replace('<trkpt', '<!-- x --><trkpt'))],
    ['CDATA and references', gpx(one.replace('401.5', '<![CDATA[40]]>1&#46;5'))],
    ['processing instructions', gpx(one.replace('<ele>', '<?x </trkpt> ?><ele>'))],
    [
      'extensions with the same names',
      gpx(
        one.replace(
          '</trkpt>',
          '<extensions><ele>1</ele><time>x</time><a><trkpt lat="x"><time>0</time></trkpt></a><b/></extensions></trkpt>',
        ),
      ),
    ],
    ['elements of other namespaces', gpx(one.replace('</trkpt>', '<o:time xmlns:o="o">1</o:time></trkpt>'))],
    ['undeclared prefixes', gpx(one.replace('</trkpt>', '<o:time>1</o:time><o:ele>1</o:ele></trkpt>'))],
    ['non-ASCII extensions', gpx(one.replace('</trkpt>', '<cmt>Höhe 🏃</cmt></trkpt>'))],
    ['waypoints and routes', gpx(`<wpt lat="x"><time>1</time></wpt><rte><rtept lat="1"/></rte>${one}<extensions/>`)],
    ['empty segments', gpx(`<trk/><trk><trkseg/><trkseg></trkseg></trk>${one}<trk><trkseg/></trk>`)],
    ['an empty time and ele before', gpx(one.replace('<ele>', '<ele/><time></time><ele>'))],
    ['trkseg with attributes', gpx(one.replace('<trkseg>', '<trkseg a=">trkseg>">'))],
    ['trailing comment', `${gpx(one)}\n<!-- end -->\n`],
  ];
  test.each(dialects)('%s', (_name, document) => {
    expect(plain(read(document).track)).toEqual(READ);
  });
});

function document(encoding: string): string {
  return gpx('<trk><name>Grün €</name></trk>').replace('UTF-8', encoding);
}

test('declared single-byte encodings', () => {
  const windows = Buffer.from(document('windows-1252').replace('€', '\u0080'), 'latin1');
  expect(readGpx(windows).name).toBe('Grün €');
  expect(readGpx(Buffer.from(document('ISO-8859-1').replace(' €', ''), 'latin1')).name).toBe('Grün');
});

test('GPX 1.0 keeps its description and time outside metadata', () => {
  const result = read(plainRoot('<time>2010-10-04T05:13:19Z</time><desc>text</desc>'));
  expect(result).toMatchObject({ time: '2010-10-04T05:13:19Z', description: 'text' });
});

test('blank values count as absent', () => {
  const result = read(
    gpx(
      '<metadata><desc> </desc><time/><extensions><privacy/></extensions></metadata><trk><name>\n</name></trk><trk><name>b</name></trk>',
    ),
  );
  expect(result).toMatchObject({ name: 'b', type: null, description: null, time: null });
  expect(result.texts.size).toBe(0);
});

/** A document with something in the extensions of `gpx`, `metadata` and the first and second `trk`. */
const extended = (ofGpx: string, ofMetadata = '', ...ofTracks: string[]) =>
  gpx(
    `<metadata><extensions>${ofMetadata}</extensions></metadata>${ofTracks.map((some) => `<trk><extensions>${some}</extensions></trk>`).join('')}<extensions>${ofGpx}</extensions>`,
  );
const textsOf = (document: string, name: string) => [...(read(document).texts.get(name) ?? [])];
const word = (text: string) => `<privacy>${text}</privacy>`;

test.each<[string, string, string[]]>([
  ['gpx', extended(word('private')), ['private']],
  ['metadata', extended('', word('private')), ['private']],
  ['trk', extended('', '', word('private')), ['private']],
  ['a later trk', extended('', '', '', word('private')), ['private']],
  ['an element of another', extended('', `<a><b/><b>x${word('private')}</b></a>`), ['private']],
  ['another namespace', extended('<x:privacy xmlns:x="urn:x"> Private </x:privacy>'), ['private']],
  ['CDATA and comments', extended(word('<![CDATA[pri]]><!-- -->vate')), ['private']],
  ['elements in it', extended(word('<value>private</value>')), ['private']],
  ['one in another', extended(`<privacy>${word('private')}</privacy>`), ['private']],
  ['empty ones', extended('<privacy/>', word(' \n'), word('')), []],
  ['an empty one and another', extended('<privacy/>', word('friends')), ['friends']],
  ['several', extended(word('public'), word('private'), word('friends')), ['private', 'friends', 'public']],
  ['the same twice', extended(word('private'), word('PRIVATE')), ['private']],
  ['any words', extended(word('a'), word('b')), ['b', 'a']],
  ['no extensions', gpx(`<metadata>${word('private')}</metadata><trk>${word('private')}</trk>${word('private')}`), []],
  [
    'a waypoint or segment',
    gpx(
      `<wpt lat="1" lon="1"><extensions>${word('private')}</extensions></wpt><trk><trkseg><extensions>${word('private')}</extensions></trkseg></trk>`,
    ),
    [],
  ],
])('privacy in %s', (_, document, privacies) => {
  expect(textsOf(document, 'privacy')).toEqual(privacies);
});

test('four different values of privacy are kept, one of which must be invalid', () => {
  const words = Array.from({ length: 100 }, (_, i) => word(`p${i}`)).join('');
  expect(textsOf(extended(words), 'privacy')).toHaveLength(4);
});

test('a token counts only in metadata/extensions', () => {
  const token = '<social_access_token>abc</social_access_token>';
  expect(textsOf(extended('', token), 'social_access_token')).toEqual(['abc']);
  for (const document of [extended(token), extended('', `<a>${token}</a>`), extended('', '', token)])
    expect(textsOf(document, 'social_access_token')).toEqual([]);
});

test('points without ele or time, and invalid elevations', () => {
  const points = ['', '<ele>NaN</ele>', '<ele/>', '<ele>16777215</ele>', '<ele>-0.0</ele>', '<time/>']
    .map((children) => `<trkpt lat="1" lon="2">${children}</trkpt>`)
    .join('');
  expect(plain(read(gpxOf(`${points}<trkpt lat="1" lon="2"/>`)).track)).toMatchObject({
    elevation: [null, null, null, null, 0, null, null],
    time: Array.from({ length: 7 }, () => null),
  });
});

test('the edges of the globe', () => {
  const points =
    '<trkpt lat="90" lon="-180"/><trkpt lat="-90.0" lon="180.000"></trkpt><trkpt lat="0" lon="-0"></trkpt>';
  expect(plain(read(gpxOf(points)).track)).toMatchObject({
    latitudeE7: [900_000_000, -900_000_000, 0],
    longitudeE7: [-1_800_000_000, 1_800_000_000, 0],
  });
});

test('the bytes are not changed', () => {
  for (const bytes of [recording('strava-5k-heart-rate.gpx'), bigEndian(`\ufeff${gpx('')}`)]) {
    const copy = Buffer.from(bytes);
    readGpx(bytes);
    expect(bytes.equals(copy)).toBe(true);
  }
});
