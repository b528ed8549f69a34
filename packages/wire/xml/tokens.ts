import { MalformedBody } from '../body/malformed-body.ts';
import { hasIllegal, NAME_REST, NAME_START, xmlText } from './text.ts';

/**
 * The largest number of attributes of an element. No element of the interface has more than one, and a million would
 * only cost time.
 */
const MAX_ATTRIBUTES = 100;

const NAME = `[:${NAME_START}][:${NAME_REST}]*`;
const SPACE = '[ \\t\\r\\n]';
const EQUALS = `${SPACE}*=${SPACE}*`;
const REFERENCE = '&(?:lt|gt|amp|quot|apos|#\\d+|#x[\\da-fA-F]+);';
const VALUE = `(?:"[^<&"]*(?:${REFERENCE}[^<&"]*)*"|'[^<&']*(?:${REFERENCE}[^<&']*)*')`;
const TAG = `<(?:/${NAME}|${NAME}(?:${SPACE}+${NAME}${EQUALS}${VALUE}){0,${MAX_ATTRIBUTES}})${SPACE}*/?>`;
const INSTRUCTION = `<\\?(?![xX][mM][lL][ \\t\\r\\n?])${NAME}(?:${SPACE}[^]*?)?\\?>`;

const TOKEN = new RegExp(`[^<&\\]]+|\\](?!\\]>)|${TAG}|${REFERENCE}`, 'uy');
/** A comment, with its text in a group; a CDATA section with its text; and a processing instruction. */
const SECTION = new RegExp(`<!--([^]*?)-->|<!\\[CDATA\\[([^]*?)\\]\\]>|${INSTRUCTION}`, 'uy');
const DECLARATION = new RegExp(
  `^<\\?xml${SPACE}+version${EQUALS}(?:"1\\.\\d+"|'1\\.\\d+')` +
    `(?:${SPACE}+encoding${EQUALS}(?:"[A-Za-z][\\w.-]*"|'[A-Za-z][\\w.-]*'))?` +
    `(?:${SPACE}+standalone${EQUALS}(?:"(?:yes|no)"|'(?:yes|no)'))?${SPACE}*\\?>`,
);
const LAST_TAG = new RegExp(`${TAG}${SPACE}*$`, 'uy');

/** The errors where no token begins, by the character at that position. */
const reasons: Readonly<Record<string, string>> = {
  '<': `no comment, CDATA section, instruction or tag of at most ${MAX_ATTRIBUTES} attributes`,
  '&': 'no reference to a character or to one of the five entities of XML',
  ']': ']]> in text',
};

/**
 * Reduces the document to tags, text and references, each of them well-formed. CDATA sections become text, and the
 * declaration, comments and processing instructions are removed. The validator of fast-xml-parser, which checks how
 * tags are nested, accepts many malformed tokens, and its parser reads some instructions as tags. 25 MB take 60 ms.
 * @throws MalformedBody at the first malformed token, DOCTYPE, or entity other than the five of XML
 */
export function plainTokens(document: string): string {
  if (hasIllegal(document)) throw new MalformedBody('the XML has a character that XML does not allow');
  let at = DECLARATION.exec(document)?.[0].length ?? 0;
  let copied = at;
  // Spaces replace the declaration, so that the columns of line 1 remain correct.
  let plain = ' '.repeat(at);
  // Where the first and the last CDATA section begin in the result. Empty ones leave nothing there.
  let first: number | undefined;
  let last: number | undefined;
  for (;;) {
    TOKEN.lastIndex = at;
    while (TOKEN.test(document)) at = TOKEN.lastIndex;
    if (at === document.length) break;
    SECTION.lastIndex = at;
    const [section, comment, cdata] = SECTION.exec(document) ?? [];
    if (section === undefined || /--|-$/.test(comment ?? '')) throw malformedAt(document, at);
    plain += document.slice(copied, at);
    if (cdata !== undefined) {
      last = plain.length;
      first ??= last;
      plain += xmlText(cdata.replaceAll(/\r\n?/g, '\n'));
    }
    at += section.length;
    copied = at;
  }
  plain += document.slice(copied);
  const lastTag = Math.max(0, plain.lastIndexOf('<'));
  LAST_TAG.lastIndex = lastTag;
  if ((first ?? Infinity) <= plain.indexOf('<') || (last ?? 0) > lastTag)
    throw new MalformedBody('the XML is not well-formed: a CDATA section is outside of the root element');
  if (!LAST_TAG.test(plain)) throw new MalformedBody('the XML is not well-formed: it does not end with a tag');
  return plain;
}

function malformedAt(document: string, at: number): MalformedBody {
  if (document.startsWith('<!DOCTYPE', at)) return new MalformedBody('the XML has a DOCTYPE, which is not allowed');
  const lines = document.slice(0, at).split(/\r\n?|\n/);
  return notWellFormed(lines.length, lines.at(-1)!.length + 1, reasons[document[at]!]!);
}

/** @param line counted from 1, as the column is */
export function notWellFormed(line: number, column: number, reason: string): MalformedBody {
  return new MalformedBody(`the XML is not well-formed at line ${line}, column ${column}: ${reason}`);
}

const REFERENCES = /&(?:(\w+)|#(\d+)|#x([\da-fA-F]+));/g;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * Returns text with its references resolved. @throws MalformedBody for a reference to a character that XML does not
 * allow
 */
export function withoutReferences(text: string): string {
  return text.replaceAll(REFERENCES, (_all, entity?: string, decimal?: string, hexadecimal?: string) => {
    if (entity !== undefined) return entities[entity]!;
    const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
    const character = code <= 0x10ffff ? String.fromCodePoint(code) : '\0';
    if (hasIllegal(character)) throw new MalformedBody('the XML refers to a character that XML does not allow');
    return character;
  });
}
