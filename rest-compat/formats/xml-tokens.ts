import { MalformedBody } from '../../src/platform/bodies/malformed-body.ts';
import { hasIllegal, NAME_REST, NAME_START, xmlText } from '../../src/domain/tracks/xml-text.ts';

/** No element of the interface has more than one attribute; a million would only cost time. */
const MAX_ATTRIBUTES = 100;

const NAME = `[:${NAME_START}][:${NAME_REST}]*`;
const SPACE = '[ \\t\\r\\n]';
const EQUALS = `${SPACE}*=${SPACE}*`;
const REFERENCE = '&(?:lt|gt|amp|quot|apos|#\\d+|#x[\\da-fA-F]+);';
const VALUE = `(?:"[^<&"]*(?:${REFERENCE}[^<&"]*)*"|'[^<&']*(?:${REFERENCE}[^<&']*)*')`;
const TAG = `<(?:/${NAME}|${NAME}(?:${SPACE}+${NAME}${EQUALS}${VALUE}){0,${MAX_ATTRIBUTES}})${SPACE}*/?>`;
const INSTRUCTION = `<\\?(?![xX][mM][lL][ \\t\\r\\n?])${NAME}(?:${SPACE}[^]*?)?\\?>`;

const TOKEN = new RegExp(`[^<&\\]]+|\\](?!\\]>)|${TAG}|${REFERENCE}`, 'uy');
/** A comment, its text in a group; a CDATA section, likewise; a processing instruction. */
const SECTION = new RegExp(`<!--([^]*?)-->|<!\\[CDATA\\[([^]*?)\\]\\]>|${INSTRUCTION}`, 'uy');
const DECLARATION = new RegExp(
  `^<\\?xml${SPACE}+version${EQUALS}(?:"1\\.\\d+"|'1\\.\\d+')` +
    `(?:${SPACE}+encoding${EQUALS}(?:"[A-Za-z][\\w.-]*"|'[A-Za-z][\\w.-]*'))?` +
    `(?:${SPACE}+standalone${EQUALS}(?:"(?:yes|no)"|'(?:yes|no)'))?${SPACE}*\\?>`,
);
const LAST_TAG = new RegExp(`${TAG}${SPACE}*$`, 'uy');

/** What is wrong where no token begins, by the character there. */
const reasons: Readonly<Record<string, string>> = {
  '<': `no comment, CDATA section, instruction or tag of at most ${MAX_ATTRIBUTES} attributes`,
  '&': 'no reference to a character or to one of the five entities of XML',
  ']': ']]> in text',
};

/**
 * The document reduced to tags, text and references, each well-formed: CDATA sections become text; the declaration,
 * comments and processing instructions go. The validator of fast-xml-parser, which checks how tags nest, accepts many
 * malformed tokens, and its parser reads some instructions as tags. Takes 60 ms for 25 MB.
 * @throws MalformedBody at the first malformed token, DOCTYPE, or entity beyond the five of XML
 */
export function plainTokens(document: string): string {
  if (hasIllegal(document)) throw new MalformedBody('the XML has a character that XML does not allow');
  let at = DECLARATION.exec(document)?.[0].length ?? 0;
  let copied = at;
  // Spaces in place of the declaration keep the columns of line 1.
  let plain = ' '.repeat(at);
  for (;;) {
    TOKEN.lastIndex = at;
    while (TOKEN.test(document)) at = TOKEN.lastIndex;
    if (at === document.length) break;
    SECTION.lastIndex = at;
    const [section, comment, cdata] = SECTION.exec(document) ?? [];
    if (section === undefined || /--|-$/.test(comment ?? '')) throw malformedAt(document, at);
    plain += document.slice(copied, at);
    if (cdata !== undefined) plain += xmlText(cdata.replaceAll(/\r\n?/g, '\n'));
    at += section.length;
    copied = at;
  }
  plain += document.slice(copied);
  LAST_TAG.lastIndex = Math.max(0, plain.lastIndexOf('<'));
  if (!LAST_TAG.test(plain)) throw new MalformedBody('the XML is not well-formed: it does not end with a tag');
  return plain;
}

function malformedAt(document: string, at: number): MalformedBody {
  if (document.startsWith('<!DOCTYPE', at)) return new MalformedBody('the XML has a DOCTYPE, which is not allowed');
  const lines = document.slice(0, at).split(/\r\n?|\n/);
  return notWellFormed(lines.length, lines.at(-1)!.length + 1, reasons[document[at]!]!);
}

/** @param line from 1, as the column */
export function notWellFormed(line: number, column: number, reason: string): MalformedBody {
  return new MalformedBody(`the XML is not well-formed at line ${line}, column ${column}: ${reason}`);
}

const REFERENCES = /&(?:(\w+)|#(\d+)|#x([\da-fA-F]+));/g;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Text with its references resolved. @throws MalformedBody when one is to a character that XML does not allow */
export function withoutReferences(text: string): string {
  return text.replaceAll(REFERENCES, (_all, entity?: string, decimal?: string, hexadecimal?: string) => {
    if (entity !== undefined) return entities[entity]!;
    const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
    const character = code <= 0x10ffff ? String.fromCodePoint(code) : '\0';
    if (hasIllegal(character)) throw new MalformedBody('the XML refers to a character that XML does not allow');
    return character;
  });
}
