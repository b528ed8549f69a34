import Negotiator from 'negotiator';
import { formatEntry, formatOf, mediaType } from './formats.ts';
import type { Format } from './formats.ts';

/** Longer Accept headers count as malformed. Browsers send about 150 characters. */
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

/**
 * The format of a reply (decisions W1): the `format` parameter before the Accept header; there, quality before
 * closeness of the range; JSON for ties, `*` ranges, a malformed header, an unknown name, and when nothing fits. A
 * tie among others, where the header rules JSON out with `q=0`, goes to the first offered. Never throws.
 * Only a format's own type or name picks GPX, wildcards don't. The negotiator ranks the types; it says nothing of ties,
 * takes malformed headers for what it can make of them, and `application/xml;charset=utf-8` for something else.
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

  const types = offered
    .filter((format) => !formatEntry(format).caseSensitive || ranges.has(mediaType(format)))
    .map(mediaType);
  const covering = types.flatMap((type) => [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*']);
  const header = [...new Set(covering)]
    .filter((range) => ranges.has(range))
    .map((range) => `${range};q=${ranges.get(range)}`);
  const first = preferred(header, types);
  if (first === undefined) return 'json';
  // Among equals it goes by the order of the ranges, then of the types: with both turned round, another one wins.
  const tie = first !== preferred(header.reverse(), types.reverse());
  const jsonRuledOut = (ranges.get('application/json') ?? ranges.get('application/*') ?? ranges.get('*/*')) === 0;
  return tie && !jsonRuledOut ? 'json' : (formatOf(first) ?? 'json');
}

function preferred(header: readonly string[], types: readonly string[]): string | undefined {
  return new Negotiator({ headers: { accept: header.join() } }).mediaType(types);
}

/**
 * The media ranges of an Accept header with their qualities, without parameters; what names one of our formats as its
 * media type, of several spellings the best. Undefined when the header is malformed.
 */
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
    const format = formatOf(range);
    const key = format ? mediaType(format) : range === '*' ? '*/*' : range.toLowerCase();
    ranges.set(key, Math.max(Number(q), ranges.get(key) ?? 0));
  }
  return ranges;
}
