import { gunzipSync } from 'node:zlib';

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

/** What a reader of recordings is told: for GPX as well, and how far a compressed file may grow. */
export interface RecordingOptions extends GpxOptions {
  /** The largest number of bytes of a file that was compressed; by default, there is none. */
  maxBytes?: number;
}

/** The content of a recording in any format. A GPX document is one activity, whatever tracks it has (decisions R4). */
export type Recording = { format: 'gpx'; gpx: GpxDocument } | { format: 'fit' | 'tcx'; activities: Activity[] };

/**
 * The bytes of a recording as its program wrote them, unpacked if they are in a gzip file, and its format, which its content decides
 * and no name.
 * @throws MalformedRecording for anything else
 */
function recordingOf(bytes: Buffer, maxBytes = Infinity): { format: RecordingFormat; content: Buffer } {
  const content = isGzip(bytes) ? unzipped(bytes, maxBytes) : bytes;
  if (isFit(content)) return { format: 'fit', content };
  const root = rootOf(content);
  if (root === 'gpx') return { format: 'gpx', content };
  if (root === 'TrainingCenterDatabase') return { format: 'tcx', content };
  throw new MalformedRecording(
    root === null
      ? 'the file is neither GPX nor TCX nor FIT'
      : `the root element is ${root}, which is neither GPX nor TCX`,
  );
}

/**
 * Reads a recording: GPX, TCX or FIT, also in a gzip file.
 * @throws MalformedRecording with a sentence that says what is wrong, TooManyPoints
 */
export function readRecording(bytes: Buffer, options: RecordingOptions = {}): Recording {
  const { format, content } = recordingOf(bytes, options.maxBytes);
  const { maxPoints, momentMs } = completed(options);
  if (format === 'gpx') return { format, gpx: readGpx(content, options) };
  return { format, activities: format === 'fit' ? readFit(content, maxPoints) : readTcx(content, maxPoints, momentMs) };
}

/** Whether bytes are a gzip file. */
export function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function unzipped(bytes: Buffer, maxBytes: number): Buffer {
  try {
    return gunzipSync(bytes, Number.isFinite(maxBytes) ? { maxOutputLength: maxBytes } : {});
  } catch (error) {
    const isLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new MalformedRecording(
      isLong
        ? `the gzip file grows beyond ${maxBytes} bytes`
        : `the gzip file cannot be unpacked: ${(error as Error).message}`,
    );
  }
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
