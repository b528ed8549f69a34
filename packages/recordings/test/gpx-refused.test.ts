/** Invalid GPX documents are refused, each with a sentence. */
import { describe, expect, test } from '@jest/globals';

import { readGpx, readGpxPlainly } from '../gpx/read.ts';
import { TooManyPoints } from '../gpx/too-many-points.ts';
import { MalformedRecording } from '../gpx/malformed-recording.ts';
import { gpx, gpxOf, longRun } from './gpx-samples.ts';

const POINT = '<trkpt lat="47.5" lon="8.25"><ele>401.5</ele><time>2024-03-01T07:00:00Z</time></trkpt>';

/** What a document is refused with; both readers must say the same. */
function refusal(document: string | Buffer): string {
  const bytes = typeof document === 'string' ? Buffer.from(document) : document;
  const messages = [readGpx, readGpxPlainly].map((read) => {
    try {
      read(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(MalformedRecording);
      return (error as Error).message;
    }
    return 'read';
  });
  expect(messages[0]).toBe(messages[1]);
  return messages[0] as string;
}

describe('refused with a sentence', () => {
  test.each<[string, string | Buffer, RegExp]>([
    ['nothing', '', /^line 1: document must contain a root element$/],
    ['text', 'hello', /^line 1: text data outside of root node$/],
    ['JSON', '{"a": 1}', /^line 1: text/],
    ['another root', '<kml><gpx/></kml>', /^line 1: the root element is kml, not gpx$/],
    ['two roots', '<gpx/><gpx/>', /only one root/],
    ['an end tag too many', '<gpx></gpx></gpx>', /unmatched closing tag/],
    ['crossed tags', gpx('\n<trk><name></trk></name>'), /^line 3: unexpected close tag$/],
    ['crossed tags in a point', gpxOf('<trkpt lat="1" lon="1"><a><b></a></b></trkpt>'), /unexpected close tag/],
    ['an attribute twice', gpxOf('<trkpt lat="1" lon="1" lat="1"></trkpt>'), /duplicate attribute: lat/],
    ['an unknown entity', gpx('<trk><name>&nbsp;</name></trk>'), /undefined entity/],
    ['a control character', gpxOf('<trkpt lat="1" lon="1"><a>\u0001</a></trkpt>'), /disallowed character/],
    ['a reference to one', gpx('<trk><name>&#1;</name></trk>'), /malformed character entity/],
    [']]> in text', gpxOf('<trkpt lat="1" lon="1"><a>]]></a></trkpt>'), /disallowed in char data/],
    ['a bare &', gpxOf('<trkpt lat="1" lon="1"><a>a & b</a></trkpt>'), /entity|unexpected end|unclosed/],
    ['text behind the root', '<gpx/>x', /outside of root/],
    ['DOCTYPE', '<!DOCTYPE gpx SYSTEM "file:///etc/passwd"><gpx/>', /^line 1: a DOCTYPE is not allowed$/],
    ['entities', '<!DOCTYPE gpx [<!ENTITY a "b">]><gpx>&a;</gpx>', /a DOCTYPE is not allowed/],
    ['no lat', gpxOf(`${POINT}\n<trkpt lon="1"/>`), /^line 3: point 2 has no lat$/],
    ['no lon', gpxOf('<trkpt lat="1"></trkpt>'), /point 1 has no lon$/],
    ['lat a word', gpxOf('<trkpt lat="north" lon="1"/>'), /point 1 has lat "north", which is not a number$/],
    ['lat empty', gpxOf('<trkpt lat="" lon="1"/>'), /point 1 has lat "", which is not a number$/],
    ['lat NaN', gpxOf('<trkpt lat="NaN" lon="1"/>'), /not a number$/],
    [
      'lat too far',
      gpxOf('<trkpt lat="90.0001" lon="1"></trkpt>'),
      /point 1 has lat "90.0001", which is out of range$/,
    ],
    ['lon too far', gpxOf('<trkpt lat="1" lon="-180.1"></trkpt>'), /point 1 has lon "-180.1", which is out of range$/],
    ['lon infinite', gpxOf('<trkpt lat="1" lon="1e999"></trkpt>'), /out of range$/],
    [
      'time a word',
      gpxOf(`${POINT}\n${POINT}\r\n${POINT.replace('2024-03-01T07:00:00Z', 'noon')}`),
      /^line 4: point 3 has time "noon", which is not an ISO 8601 time$/,
    ],
    ['time on no day', gpxOf(POINT.replace('03-01', '02-30')), /point 1 has time .* not an ISO 8601 time$/],
    ['ele a word', gpxOf(POINT.replace('401.5', 'high')), /point 1 has ele "high", which is not a number$/],
    ['bytes that are not UTF-8', Buffer.from(gpx('<trk><name>Gr\u00fcn</name></trk>'), 'latin1'), /not valid UTF-8/],
    ['an unknown encoding', gpx('').replace('UTF-8', 'EBCDIC-37'), /the encoding ebcdic-37 is not supported/],
    ['half a UTF-16 character', Buffer.from(`\ufeff${gpx('')}`, 'utf16le').subarray(0, -1), /not valid UTF-16LE/],
    ['a lone surrogate', Buffer.from(`\ufeff${gpx('\ud800')}`, 'utf16le'), /not valid UTF-16LE/],
    ['zeros', Buffer.alloc(1000), /disallowed character|outside of root/],
  ])('%s', (_name, document, message) => {
    const sentence = refusal(document);
    expect(sentence).toMatch(message);
    expect(sentence).not.toMatch(/[\r\n]/);
    expect(sentence.length).toBeLessThan(250);
  });

  test('a document truncated at any position', () => {
    const document = gpxOf(`${POINT}<!-- c -->${POINT}`).trimEnd();
    for (let length = 0; length < document.length; length++) {
      expect(refusal(document.slice(0, length))).not.toBe('read');
    }
  });
});

describe('too many points', () => {
  test('the allowed number', () => {
    expect(readGpx(longRun(100), { maxPoints: 100 }).track.time).toHaveLength(100);
    expect(readGpx(longRun(3), { maxPoints: 3 }).track.time).toHaveLength(3);
  });

  test.each([readGpx, readGpxPlainly])('one more', (read) => {
    expect(() => read(longRun(101), { maxPoints: 100 })).toThrow(TooManyPoints);
  });

  test('250,000 and one more', () => {
    expect(readGpx(longRun(250_000), { maxPoints: 250_000 }).track.time).toHaveLength(250_000);
    expect(() => readGpx(longRun(250_001), { maxPoints: 250_000 })).toThrow('more than 250,000 points');
  });
});
