import { SaxesParser } from 'saxes';

import { checkDepth } from '../../src/platform/bodies/depth.ts';
import { utf8Of } from '../../src/domain/tracks/gpx-encoding.ts';
import { MalformedBody } from '../../src/domain/rules/malformed-body.ts';
import { MAX_VALUES, TooManyValues } from '../../src/platform/bodies/max-values.ts';
import { XmlElement } from './xml-element.ts';

/** No element of the interface has more than one attribute; a million would only cost time. */
const MAX_ATTRIBUTES = 100;

/** Characters given to the parser at a time. */
const CHUNK = 65_536;

/** Chunks without the end of any text, tag or comment: longer ones only cost time. */
const MAX_QUIET = 16;

/**
 * An XML body as a value (decisions W5, wire-examples.md). Any root element will do. `type` hints are honoured; what
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
  const text = utf8.toString('utf8');
  const parser = new SaxesParser({ xmlns: false, forceXMLVersion: true, defaultXMLVersion: '1.0' });
  const open: XmlElement[] = [];
  let attributes = 0;
  let elements = 0;
  let quiet = 0;
  let root: unknown;

  parser.on('opentagstart', () => (attributes = 0));
  parser.on('attribute', () => {
    if (++attributes > MAX_ATTRIBUTES) throw new MalformedBody('the XML has an element with too many attributes');
  });
  parser.on('opentag', (tag) => {
    checkDepth(open.length + 1);
    if (++elements > maxValues) throw new TooManyValues(`the XML has more than ${maxValues} elements`);
    quiet = 0;
    open.push(new XmlElement(tag.name, tag.attributes['type'], open.at(-1)));
  });
  parser.on('text', (text) => {
    quiet = 0;
    open.at(-1)?.addText(text);
  });
  parser.on('cdata', (text) => open.at(-1)?.addText(text));
  parser.on('closetag', () => {
    const element = open.pop();
    const parent = open.at(-1);
    if (!element) return;
    if (parent) parent.addChild(element.name, element.value());
    else root = element.rootValue();
  });
  parser.on('doctype', () => {
    throw new MalformedBody('the XML has a DOCTYPE, which is not allowed');
  });
  parser.on('error', (error) => {
    throw new MalformedBody(
      `the XML is not well-formed at line ${parser.line}, column ${parser.column}: ${reason(error)}`,
    );
  });

  // In pieces: what is wrong at the start is noticed before the rest is looked at.
  for (let at = 0; at < text.length; at += CHUNK) {
    parser.write(text.slice(at, at + CHUNK));
    if (++quiet > MAX_QUIET) throw new MalformedBody('the XML has a text, tag or comment that is too long');
  }
  parser.close();
  return root;
}

const LESS_THAN = 0x3c;
const AMPERSAND = 0x26;

/** Counts what starts tags, comments and references before anything is parsed: an element takes two at most. */
function checkMarkup(bytes: Buffer, maxValues: number): void {
  let markup = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === LESS_THAN || bytes[at] === AMPERSAND) markup++;
  if (markup > 2 * maxValues) throw new TooManyValues(`the XML has more than ${maxValues} elements`);
}

/** The parser's own words without its `line:column:` in front. */
function reason(error: Error): string {
  return error.message.replace(/^(?:undefined:)?\d+:\d+: /, '').slice(0, 80);
}
