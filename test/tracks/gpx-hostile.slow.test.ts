/** Hostile GPX documents of 32 MiB are answered within seconds, with little memory. */
import { afterAll, describe, expect, test } from '@jest/globals';

import { parseGpx } from '../../src/domain/tracks/gpx-parse.ts';
import { closeWorkers } from '../../src/platform/worker-pool.ts';
import { gpx, gpxOf } from '@runners/recordings/samples';

const MIB = 1 << 20;
const LARGEST = 32 * MIB;

/** `text` again and again, to about the largest body. */
function flood(text: string): string {
  return text.repeat(Math.floor((LARGEST - 500) / text.length));
}

const open = gpx('').replace('</gpx>', '');
const segment = `${open}<trk><trkseg>`;

// A worker ends when it needs more than its 512 MB, or too much time.
afterAll(closeWorkers);

describe('hostile documents of 32 MiB are answered within seconds, with little memory', () => {
  test.each<[string, () => string, RegExp]>([
    ['deep elements', () => open + flood('<a>'), /nested more than 64 deep/],
    ['deep in a point', () => `${segment}<trkpt lat="1" lon="1">${flood('<a>')}`, /nested more than 64 deep/],
    ['one attribute', () => `${open}<a b="${flood('x')}"/></gpx>`, /too long/],
    ['one coordinate', () => gpxOf(`<trkpt lat="${flood('1')}" lon="1"/>`), /too long/],
    ['attributes', () => `${open}<a ${Array.from({ length: 1e6 }, (_, i) => `a${i}=""`).join(' ')}/>`, /too many attr/],
    ['one text', () => gpx(`<trk><name>${flood('x')}</name></trk>`), /too long/],
    ['one skipped text', () => gpx(`<wpt>${flood('x')}</wpt>`), /too long/],
    ['one time in a point', () => gpxOf(`<trkpt lat="1" lon="1"><time>${flood('1')}</time></trkpt>`), /too long/],
    ['references', () => gpx(`<trk><name>${flood('&amp;')}</name></trk>`), /too long/],
    ['one reference', () => gpx(`<trk><name>&${flood('a')};</name></trk>`), /too long/],
    ['line ends', () => gpx(`<trk><name>${flood('\r\n')}</name></trk>`), /too long/],
    ['one CDATA', () => gpx(`<trk><name><![CDATA[${flood('] ')}]]></name></trk>`), /too long/],
    ['CDATA sections', () => gpx(`<trk><name>${flood('<![CDATA[]]>')}</name></trk>`), /too long/],
    ['CDATA sections with elements', () => gpx(`<trk><name>${flood('<a/><![CDATA[x]]>')}</name></trk>`), /too long/],
    ['one comment', () => open + `<!--${flood('- ')}-->`, /too long/],
    ['comments', () => open + flood('<!---->'), /too long/],
    ['one name', () => `<${flood('a')}`, /too long/],
    ['one instruction', () => `<?x ${flood('? ')}?>`, /too long/],
    ['a DOCTYPE', () => `<!DOCTYPE a [${flood('<!ENTITY a "b">')}]>`, /too long|DOCTYPE/],
    ['white space', () => flood(' '), /too long/],
    ['ends of points', () => segment + flood('trkpt>'), /too long/],
    ['ends of points in a comment', () => `${segment}<!--${flood('trkpt>')}`, /too long/],
    ['beginnings of segments', () => open + flood('<trk><trkseg></trkseg></trk>'), /unclosed tag: gpx/],
    ['empty segments', () => segment + flood('</trkseg><trkseg>'), /unclosed tag/],
    [
      'long elements in points',
      () => segment + flood(`<trkpt lat="1" lon="1"><a>${'x'.repeat(9999)}</a>&#32;</trkpt>`),
      /uncl/,
    ],
    ['names that look like points', () => segment + flood('<trkpt lat="1" lon="1"><a><trkpt></trkpt>'), /nested/],
    ['unfinished points', () => segment + flood('<trkpt lat="1" lon="1">'), /nested/],
    ['elements in a point', () => `${segment}<trkpt lat="1" lon="1">${flood('<a/>')}`, /too many elements/],
    ['points', () => segment + flood('<trkpt lat="1" lon="1"/>'), /more than 250,000 points/],
    ['wrong end', () => gpx(flood('<wpt/>')).replace(/.$/, ''), /too many elements/],
  ])('%s', async (_name, document, message) => {
    await expect(parseGpx(Buffer.from(document()))).rejects.toThrow(message);
  });
});
