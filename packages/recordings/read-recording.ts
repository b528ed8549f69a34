import type { Activity } from './activity/activity.ts';
import { isFit } from './fit/messages.ts';
import { readFit } from './fit/read.ts';
import type { GpxDocument } from './gpx/document.ts';
import { MalformedRecording } from './gpx/malformed-recording.ts';
import { completed } from './gpx/options.ts';
import type { GpxOptions } from './gpx/options.ts';
import { readGpx } from './gpx/read.ts';
import { readTcx } from './tcx/read.ts';

/** The formats of recordings. */
export type RecordingFormat = 'gpx' | 'fit' | 'tcx';

/** The content of a recording in any format. A GPX document is one activity, whatever tracks it has (decisions R4). */
export type Recording = { format: 'gpx'; gpx: GpxDocument } | { format: 'fit' | 'tcx'; activities: Activity[] };

/**
 * Reads a recording: GPX, TCX or FIT. Its content decides which, and no name. A gzip file is none before it is unpacked, which takes a bound.
 * @throws MalformedRecording with a sentence that says what is wrong, TooManyPoints
 */
export function readRecording(bytes: Buffer, options: GpxOptions = {}): Recording {
  const { maxPoints, momentMs } = completed(options);
  if (isFit(bytes)) return { format: 'fit', activities: readFit(bytes, maxPoints) };
  const root = rootOf(bytes);
  if (root === 'gpx') return { format: 'gpx', gpx: readGpx(bytes, options) };
  if (root === 'TrainingCenterDatabase') return { format: 'tcx', activities: readTcx(bytes, maxPoints, momentMs) };
  throw new MalformedRecording(
    root === null
      ? 'the file is neither GPX nor TCX nor FIT'
      : `the root element is ${root}, which is neither GPX nor TCX`,
  );
}

/** Whether bytes are a gzip file. */
export function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The name of the first element without its prefix, as far as it begins in the first 64 KiB; null if there is none. */
function rootOf(content: Buffer): string | null {
  const isWide = content[0] === 0 || content[1] === 0 || (content[0]! >= 0xfe && content[1]! >= 0xfe);
  const beginning = content.subarray(0, 1 << 16);
  // Of characters of two bytes, those of a name have one that is 0, in either order.
  const text = (isWide ? beginning.filter((byte) => byte !== 0) : beginning).toString('latin1');
  for (let at = Math.max(0, text.indexOf('<')), end = 0; ; at = end) {
    at += /\s*/y.exec(text.slice(at, at + 1000))?.[0].length ?? 0;
    const after = text.startsWith('<!--', at)
      ? '-->'
      : text.startsWith('<?', at)
        ? '?>'
        : DECLARED.test(text.slice(at, at + 200))
          ? ']>'
          : '>';
    if (after === '>' && !text.startsWith('<!', at)) return ROOT.exec(text.slice(at, at + 200))?.[1] ?? null;
    end = text.indexOf(after, at) + after.length;
    if (end < after.length) return null;
  }
}

/** The beginning of a DOCTYPE with declarations, which the reader refuses. */
const DECLARED = /^<![^>[]*\[/;

/** The beginning of an element, and its name without a prefix. */
const ROOT = /^<(?:[\w.-]+:)?([\w.-]{1,60})[\s/>]/;
