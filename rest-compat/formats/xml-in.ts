import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { MatcherView } from 'fast-xml-parser';

import { checkDepth } from '../../src/platform/bodies/depth.ts';
import { utf8Of } from '../../src/domain/tracks/gpx-encoding.ts';
import { MalformedBody } from '../../src/platform/bodies/malformed-body.ts';
import { MAX_VALUES, TooManyValues } from '../../src/platform/bodies/max-values.ts';
import { XmlElement } from './xml-element.ts';
import { notWellFormed, plainTokens, withoutReferences } from './xml-tokens.ts';

/** Bytes between two tags: longer texts, tags and comments only cost time. */
const MAX_QUIET = 1_048_576;

/**
 * An XML body as a value (decisions W5, docs/contract/formats.md). Any root element will do. `type` hints are honoured; what
 * has none is a string, or an `UntypedMapping` when it has children, in which an element that comes more than once is
 * `Repeated`: `asList` and `asLast` settle what it is. An empty element without a hint is '' (the caller makes it
 * null where the field may be null), at the root an empty mapping. Comments, processing instructions and
 * other attributes are ignored.
 * @throws MalformedBody when it isn't well-formed, has a DOCTYPE, an undeclared entity, a value that isn't what its
 *   hint says, or text beside child elements, or isn't in its encoding; TooManyValues
 */
export function readXml(bytes: Buffer, maxValues = MAX_VALUES): unknown {
  const utf8 = utf8Of(bytes);
  checkMarkup(utf8, maxValues);
  const text = plainTokens(utf8.toString('utf8'));
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw notWellFormed(valid.err.line, valid.err.col, valid.err.msg.slice(0, 80));
  return valueOf(text, maxValues);
}

/**
 * Reads as the parser goes and gives it no tree to build, which would take 470 MB for the longest workout. It says when
 * an element begins and when it has text, but not when it ends: one ends before whatever comes next beside or above it.
 */
function valueOf(text: string, maxValues: number): unknown {
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
    // An equals sign in front: the parser refuses `constructor` and renames `toString`. It may call this twice.
    transformTagName: (name) => (name.startsWith('=') ? name : `=${name}`),
    ignoreAttributes: (name) => name !== 'type',
    updateTag(name, path, { '@_type': type }) {
      const depth = (path as MatcherView).getDepth();
      checkDepth(depth);
      if (++elements > maxValues) throw new TooManyValues(`the XML has more than ${maxValues} elements`);
      closeTo(depth - 1);
      if (depth === 1 && elements > 1) throw new MalformedBody('the XML has more than one root element');
      open.push(new XmlElement(name.slice(1), type, open.at(-1)));
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
 * Counts what starts tags, comments and references before anything is parsed: an element takes two at most.
 * @throws TooManyValues, MalformedBody when nothing starts for too long
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
