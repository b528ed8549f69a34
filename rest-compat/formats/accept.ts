import { formatEntry, formatOf, mediaType } from './formats.ts';
import type { Format } from './formats.ts';

/** Longer Accept headers are taken for malformed; browsers send about 150 characters. */
const MAX_HEADER = 4096;

const TOKEN = String.raw`[!#$%&'*+\-.^_\x60|~\w]+`;
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
/** One element of an Accept header up to its comma. Groups: media range, parameters. */
const ELEMENT = new RegExp(
  String.raw`[ \t]*(?:(${TOKEN}/${TOKEN}|\*)((?:[ \t]*;(?:[ \t]*${TOKEN}(?:=(?:${TOKEN}|${QUOTED}))?)?)*))?[ \t]*(?:,|$)`,
  'y',
);
const QUOTES = new RegExp(QUOTED, 'g');
const QUALITY = /;[ \t]*q=([^;\s]*)/i;
const QUALITY_VALUE = /^(?:0?\.\d+|[01]\.?|0\.\d*|1\.0*)$/;

/** How well a format is liked: its quality, and how closely the range that says so names it (3 type, 2 `type/*`, 1 any). */
interface Liking {
  format: Format;
  quality: number;
  closeness: number;
}

/**
 * The format of a reply (decisions W1): the `format` parameter before the Accept header; there, quality before
 * closeness of the range; JSON for ties, `*` ranges, a malformed header, an unknown name, and when nothing fits. A
 * tie among others, where the header rules JSON out with `q=0`, goes to the first offered. Never throws.
 * Only a format's own type or name picks GPX, wildcards don't.
 * @param offered what this reply can be written as, JSON among it
 */
export function negotiate(
  accept: string | undefined,
  formatParam: string | undefined,
  offered: readonly Format[],
): Format {
  if (formatParam) {
    const name = formatParam.toLowerCase();
    return offered.find((format) => format === name) ?? 'json';
  }
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return 'json';
  const ranges = acceptRanges(accept);
  if (!ranges) return 'json';

  const likings = offered.map((format) => liking(format, ranges));
  const liked = likings.filter(({ quality }) => quality > 0);
  const quality = Math.max(...liked.map((one) => one.quality));
  const closeness = Math.max(...liked.filter((one) => one.quality === quality).map((one) => one.closeness));
  const best = liked.filter((one) => one.quality === quality && one.closeness === closeness);
  const jsonRuledOut = likings.some((one) => one.format === 'json' && one.closeness > 0 && one.quality === 0);
  return best[0] && (best.length === 1 || jsonRuledOut) ? best[0].format : 'json';
}

/** The media ranges of an Accept header with their qualities; undefined when it is malformed. */
function acceptRanges(header: string): Map<string, number> | undefined {
  if (header.length > MAX_HEADER) return undefined;
  const ranges = new Map<string, number>();
  ELEMENT.lastIndex = 0;
  while (ELEMENT.lastIndex < header.length) {
    const element = ELEMENT.exec(header);
    if (!element) return undefined;
    const [, range, parameters = ''] = element;
    if (range === undefined) continue;
    const q = QUALITY.exec(parameters.replaceAll(QUOTES, ''))?.[1] ?? '1';
    if (!QUALITY_VALUE.test(q)) return undefined;
    const key = range === '*' ? '*/*' : range;
    ranges.set(key, Math.max(Number(q), ranges.get(key) ?? 0));
  }
  return ranges;
}

/** How a format fares: the closest range that covers it decides; among spellings of its own type the best one. */
function liking(format: Format, ranges: ReadonlyMap<string, number>): Liking {
  const named = [...ranges].filter(([range]) => formatOf(range) === format).map(([, quality]) => quality);
  if (named.length > 0) return { format, quality: Math.max(...named), closeness: 3 };
  if (!formatEntry(format).caseSensitive) {
    const group = `${mediaType(format).split('/', 1)[0]}/*`;
    const ofGroup = [...ranges].find(([range]) => range.toLowerCase() === group);
    if (ofGroup) return { format, quality: ofGroup[1], closeness: 2 };
    const ofAll = ranges.get('*/*');
    if (ofAll !== undefined) return { format, quality: ofAll, closeness: 1 };
  }
  return { format, quality: 0, closeness: 0 };
}
