import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { MatcherView } from 'fast-xml-parser';

import { checkDepth } from '../body/depth.ts';
import { MalformedBody } from '../body/malformed-body.ts';
import { TooManyValues } from '../body/too-many-values.ts';
import { XmlElement } from './element.ts';
import { notWellFormed, plainTokens, withoutReferences } from './tokens.ts';

/** The largest number of bytes between two tags. Longer texts, tags and comments only cost time. */
const MAX_QUIET = 1_048_576;

/**
 * Reads an XML body in UTF-8 as a value (decisions W5, docs/contract/formats.md). The root element may have any name. `type`
 * hints are applied. An element without a hint is a string, or an `UntypedMapping` if it has children, in which an
 * element that occurs more than once is `Repeated`; `asList` and `asLast` convert them. An empty element without a hint
 * is '' (the caller converts it to null if the field may be null), and at the root an empty mapping. Comments,
 * processing instructions and other attributes are ignored.
 * @param maxValues the largest number of elements; by default, there is none
 * @param maxItems the largest number of children of one element
 * @throws MalformedBody when it is not well-formed, or has a DOCTYPE, an undeclared
 * entity, a value that does not match its hint, or text beside child elements; TooManyValues
 */
export function readXml(utf8: Buffer, maxValues = Infinity, maxItems = maxValues): unknown {
  checkMarkup(utf8, maxValues);
  const text = plainTokens(utf8.toString('utf8'));
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw notWellFormed(valid.err.line, valid.err.col, valid.err.msg.slice(0, 80));
  return valueOf(text, maxValues, maxItems);
}

/**
 * The values are read during parsing, without a tree of the parser, which would take 470 MB for the longest workout.
 * The parser reports the beginning of an element and its text, but not its end: an element ends before the next one
 * beside or above it.
 */
function valueOf(text: string, maxValues: number, maxItems: number): unknown {
  const open: XmlElement[] = [];
  let elements = 0;
  let root: unknown;
  const closeTo = (depth: number) => {
    while (open.length > depth) {
      const element = open.pop()!;
      const parent = open.at(-1);
      if (parent) parent.addChild(element.name, element.value());
      else root = element.rootValue();
    }
  };
  const parser = new XMLParser({
    preserveOrder: true,
    parseTagValue: false,
    trimValues: false,
    jPath: false,
    entityDecoder: { decode: withoutReferences, ...noEntities },
    // An equals sign is added before the name, because the parser refuses `constructor` and renames `toString`. The
    // parser may call this function twice.
    transformTagName: (name) => (name.startsWith('=') ? name : `=${name}`),
    ignoreAttributes: (name) => name !== 'type',
    updateTag(name, path, { '@_type': type }) {
      const depth = (path as MatcherView).getDepth();
      checkDepth(depth);
      if (++elements > maxValues) throw new TooManyValues(`the XML has more than ${maxValues} elements`);
      closeTo(depth - 1);
      if (depth === 1 && elements > 1) throw new MalformedBody('the XML has more than one root element');
      open.push(new XmlElement(name.slice(1), type, open.at(-1), maxItems));
      return false;
    },
    tagValueProcessor(_name, text, path) {
      closeTo((path as MatcherView).getDepth());
      open.at(-1)?.addText(text);
      return '';
    },
  });
  parser.parse(text);
  closeTo(0);
  return root;
}

/** There is no DOCTYPE that could declare any. */
const noEntities = { setExternalEntities() {}, addInputEntities() {}, reset() {}, setXmlVersion() {} };

const LESS_THAN = 0x3c;
const AMPERSAND = 0x26;

/**
 * Counts the beginnings of tags, comments and references before the document is parsed. An element has at most two of
 * them.
 * @throws TooManyValues, or MalformedBody when there is none of them for too many bytes
 */
function checkMarkup(bytes: Buffer, maxValues: number): void {
  let markup = 0;
  let quiet = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === LESS_THAN || byte === AMPERSAND) markup++;
    quiet = byte === LESS_THAN ? 0 : quiet + 1;
    if (quiet > MAX_QUIET) throw new MalformedBody('the XML has a text, tag or comment that is too long');
  }
  if (markup > 2 * maxValues) throw new TooManyValues(`the XML has more than ${maxValues} elements`);
}
