import Negotiator from 'negotiator';
import type { MediaTypes } from './media-types.ts';

/** A longer Accept header counts as malformed. Browsers send about 150 characters. */
const MAX_HEADER = 4096;

const TOKEN = String.raw`[!#$%&'*+\-.^_\x60|~\w]+`;
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
/** One element of an Accept header up to its comma. Groups: media range, parameters. */
const ELEMENT = new RegExp(
  String.raw`[ \t]*(?:(${TOKEN}/${TOKEN}|\*)[ \t]*((?:;[ \t]*(?:${TOKEN}(?:=(?:${TOKEN}|${QUOTED}))?[ \t]*)?)*))?(?:,|$)`,
  'y',
);
const QUOTES = new RegExp(QUOTED, 'g');
const QUALITY = /;[ \t]*q=([^;\s]*)/i;
const QUALITY_VALUE = /^(?:0?\.\d+|[01]\.?|0\.\d*|1\.0*)$/;

/**
 * Makes the function that chooses the format of a reply (decisions W1). A format that is asked for by its name takes precedence over the
 * Accept header. In the header, the quality takes precedence over the precision of the range. The usual format is chosen for ties, `*`
 * ranges, a malformed header, an unknown name, and when no format matches. In a tie between other formats, when the header
 * excludes the usual one with `q=0`, the first one offered is chosen. The function never throws. A format whose case matters is chosen only by
 * its own type or name, not by wildcards. The negotiator ranks the types, but it does not report ties, interprets malformed
 * headers as far as it can, and treats `application/xml;charset=utf-8` as a different type.
 */
export function makeNegotiate<Format extends string>(
  known: MediaTypes<Format>,
  usual: Format,
): (accept: string | undefined, named: string | undefined, offered: readonly Format[]) => Format {
  const usualType = known.nameOf(usual);
  const usualGroup = groupOf(usualType);
  return (accept, named, offered) => {
    if (named) {
      const name = named.toLowerCase();
      return offered.find((format) => format === name) ?? usual;
    }
    if (accept === undefined || accept === '*/*' || accept === usualType) return usual;
    const ranges = acceptRanges(accept, known);
    if (!ranges) return usual;

    const types = offered
      .filter((format) => !known.isCaseSensitive(format) || ranges.has(known.nameOf(format)))
      .map((format) => known.nameOf(format));
    const covering = types.flatMap((type) => [type, groupOf(type), '*/*']);
    const header = [...new Set(covering)]
      .filter((range) => ranges.has(range))
      .map((range) => `${range};q=${ranges.get(range)}`);
    const first = preferred(header, types);
    if (first === undefined) return usual;
    // In a tie, the negotiator decides by the order of the ranges, and then of the types. With both reversed, a tie has
    // another result.
    const tie = first !== preferred(header.reverse(), types.reverse());
    const usualRuledOut = (ranges.get(usualType) ?? ranges.get(usualGroup) ?? ranges.get('*/*')) === 0;
    return tie && !usualRuledOut ? usual : (known.formatOf(first) ?? usual);
  };
}

const groupOf = (type: string) => `${type.slice(0, type.indexOf('/'))}/*`;

function preferred(header: readonly string[], types: readonly string[]): string | undefined {
  return new Negotiator({ headers: { accept: header.join() } }).mediaType(types);
}

/**
 * The media ranges of an Accept header with their qualities, without parameters. A range that names one of the formats
 * that are known is replaced by its media type, and of several names the best one is used. Undefined when the header is
 * malformed.
 */
function acceptRanges<Format extends string>(
  header: string,
  known: MediaTypes<Format>,
): Map<string, number> | undefined {
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
    const format = known.formatOf(range);
    const key = format ? known.nameOf(format) : range === '*' ? '*/*' : range.toLowerCase();
    ranges.set(key, Math.max(Number(q), ranges.get(key) ?? 0));
  }
  return ranges;
}
