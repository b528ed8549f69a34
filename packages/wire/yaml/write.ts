import { floatText, integerText } from '../values/number-text.ts';
import { Float, isWireList } from '../values/wire-value.ts';
import type { WireMapping, WireValue } from '../values/wire-value.ts';

/**
 * Writes a reply as YAML: in block style, with sequences that are not indented under their key, sorted keys, and quotes
 * around strings that YAML 1.1 or 1.2 would read as another type (decisions W6, docs/contract/formats.md). The text is
 * written directly, because the yaml package takes 13 ms for 100 posts and this function less than one. The tests read
 * it back with that package under both versions.
 */
export function writeYaml(value: WireValue): string {
  if (isCollection(value)) return isWireList(value) ? sequence(value, '') : mapping(value, '');
  return `${scalar(value)}\n`;
}

/** A mapping or list that is not empty. Empty ones are written as `{}` and `[]`, like scalars. */
function isCollection(value: WireValue): value is readonly WireValue[] | WireMapping {
  if (value === null || typeof value !== 'object' || value instanceof Float) return false;
  return isWireList(value) ? value.length > 0 : Object.values(value).some((field) => field !== undefined);
}

/** The lines of a mapping. The first line is not indented, because other text may precede it. */
function mapping(fields: WireMapping, indent: string): string {
  let yaml = '';
  for (const key of Object.keys(fields).sort()) {
    const value = fields[key];
    if (value === undefined) continue;
    if (yaml !== '') yaml += indent;
    yaml += `${text(key)}:`;
    if (!isCollection(value)) yaml += ` ${scalar(value)}\n`;
    else if (isWireList(value)) yaml += `\n${indent}${sequence(value, indent)}`;
    else yaml += `\n${indent}  ${mapping(value, `${indent}  `)}`;
  }
  return yaml;
}

/** The lines of a list. The first line is not indented. */
function sequence(list: readonly WireValue[], indent: string): string {
  const inner = `${indent}  `;
  let yaml = '';
  for (const item of list) {
    if (yaml !== '') yaml += indent;
    if (!isCollection(item)) yaml += `- ${scalar(item)}\n`;
    else yaml += `- ${isWireList(item) ? sequence(item, inner) : mapping(item, inner)}`;
  }
  return yaml;
}

/** A scalar, or an empty collection. */
function scalar(value: WireValue): string {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (value === null) return 'null';
  if (typeof value === 'object' && !(value instanceof Float)) return isWireList(value) ? '[]' : '{}';
  const number = value instanceof Float ? value.value : value;
  if (!Number.isFinite(number)) return 'null';
  return value instanceof Float || !Number.isInteger(number) ? floatText(number) : integerText(number);
}

/**
 * A string that begins like a word or a path and contains only ASCII characters without a special meaning. Numbers and
 * dates begin with a digit.
 */
const PLAIN = /^[A-Za-z_/][A-Za-z0-9_/ .,;:+=()&@?!%~$^*<>|#'"-]*$/;
/** Texts that would end a plain scalar: a colon or hash beside a space, or a space or colon at the end. */
const ENDS_PLAIN = /: | #|[ :]$/;
/** Words that YAML 1.1 and 1.2 do not read as strings, and `e5`, which some readers of 1.1 interpret as a number. */
const WORD = /^(?:y|yes|n|no|on|off|true|false|null|e[+-]?\d+)$/i;
/** Line breaks, control characters and others that YAML can only contain as escapes. */
// oxlint-disable-next-line no-control-regex
const ESCAPED = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/;
// oxlint-disable-next-line no-control-regex
const ESCAPED_BEYOND_JSON = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function text(value: string): string {
  if (PLAIN.test(value) && !ENDS_PLAIN.test(value) && !WORD.test(value)) return value;
  if (!ESCAPED.test(value) && value.isWellFormed()) return `'${value.replaceAll("'", "''")}'`;
  return JSON.stringify(value).replaceAll(
    ESCAPED_BEYOND_JSON,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
