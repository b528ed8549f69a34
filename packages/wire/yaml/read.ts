import { Composer, isAlias, isCollection, isMap, isNode, isPair, isScalar, Lexer, Parser } from 'yaml';
import type { Document, YAMLMap } from 'yaml';

import { checkDepth, MAX_DEPTH } from '../body/depth.ts';
import { TooManyValues } from '../body/too-many-values.ts';
import { MalformedBody } from '../body/malformed-body.ts';
import { utf8Text } from '../body/utf8-text.ts';

/**
 * The largest number of tokens. The package takes about 1.5 µs for each token. A hostile document of one megabyte has a
 * million, and the 12,000 points of a workout have 350,000.
 */
const MAX_TOKENS = 400_000;
const MAX_ALIASES = 100;

/**
 * Only the tags of the core schema are accepted, whatever a %YAML directive declares. Repeated keys are found by
 * checkNode.
 */
const strictly = { resolveKnownTags: false, merge: false, uniqueKeys: false, stringKeys: true } as const;

/**
 * Reads a YAML body as a value: one document of the YAML 1.2 core schema (decisions W6). Keys are strings, dates remain
 * strings, `<<` is an ordinary key, and NaN and infinity are numbers that the field refuses. An empty document is null.
 * @throws MalformedBody when it is not YAML in UTF-8, has a tag of another schema, a repeated key, more than one
 * document, more than 100 aliases, aliases that multiply or are circular, or is nested too deeply; TooManyValues beyond
 * 400,000 tokens
 */
export function readYaml(bytes: Buffer, maxValues = MAX_TOKENS): unknown {
  const text = utf8Text(bytes);
  const { stackTraceLimit } = Error;
  try {
    // The package creates an Error for each of up to a hundred thousand problems. Their stack traces alone would take
    // two seconds.
    Error.stackTraceLimit = 0;
    const document = composed(text, Math.min(maxValues, MAX_TOKENS));
    if (!document) return null;
    checkNode(document.contents, 1, new Map());
    return document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
  } catch (error) {
    if (error instanceof MalformedBody) throw error;
    throw new MalformedBody('the body is not valid YAML, or its aliases multiply');
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Scans, parses and composes token by token, so that the limits apply before the work is done. */
function composed(text: string, maxTokens: number): Document | undefined {
  const lineStarts = [0];
  const parser = new Parser((offset) => lineStarts.push(offset));
  const composer = new Composer({ schema: 'core', ...strictly });
  let document: Document.Parsed | undefined;
  const take = (next: Document.Parsed): void => {
    if (document) throw new MalformedBody('the YAML has more than one document');
    const problem = next.errors[0] ?? next.warnings[0];
    if (problem) throw malformed(problem.pos[0], lineStarts, problem.message);
    document = next;
  };

  let tokens = 0;
  let aliases = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++tokens > maxTokens) throw new TooManyValues('the YAML has too many values');
    if (lexeme.startsWith('*') && ++aliases > MAX_ALIASES) throw new MalformedBody('the YAML has too many aliases');
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error') throw malformed(token.offset, lineStarts, token.message);
      for (const next of composer.next(token)) take(next);
    }
    // Every level has at most two entries: a sequence and the item in it.
    if (parser.stack.length > 2 * MAX_DEPTH) checkDepth(MAX_DEPTH + 1);
  }
  for (const token of parser.end()) {
    if (token.type === 'error') throw malformed(token.offset, lineStarts, token.message);
    for (const next of composer.next(token)) take(next);
  }
  for (const next of composer.end()) take(next);
  return document;
}

function malformed(offset: number, lineStarts: readonly number[], message: string): MalformedBody {
  const line = lineStarts.findLastIndex((start) => start <= offset) + 1;
  return new MalformedBody(
    `the YAML is not valid at line ${Math.max(line, 1)}: ${message.split('\n', 1)[0]?.slice(0, 80)}`,
  );
}

/**
 * Checks the depth and the number of aliases, and finds repeated keys (the package compares each key with each other
 * one, which takes quadratic time). Returns the number of levels of collections in the node.
 * @param levels the number of levels of each complete anchored node; an alias to a node that is not complete is inside
 * that node, and therefore circular
 */
function checkNode(node: unknown, depth: number, levels: Map<string, number>): number {
  if (isAlias(node)) {
    const aliased = levels.get(node.source);
    if (aliased === undefined)
      throw new MalformedBody('the YAML has an alias of something that is not complete before it');
    checkDepth(depth + aliased - 1);
    return aliased;
  }
  const anchor = isNode(node) ? node.anchor : undefined;
  if (anchor !== undefined) levels.delete(anchor);
  let inside = 0;
  if (isCollection(node)) {
    checkDepth(depth);
    if (isMap(node)) checkKeys(node);
    for (const item of node.items) {
      inside = Math.max(inside, checkNode(isPair(item) ? item.value : item, depth + 1, levels));
    }
    inside++;
  }
  if (anchor !== undefined) levels.set(anchor, inside);
  return inside;
}

/** Keys are compared as the strings that they represent: `1` and `"1"` are the same key. */
function checkKeys(map: YAMLMap): void {
  const seen = new Set<unknown>();
  for (const { key } of map.items) {
    const name = isScalar(key) ? key.value : key;
    if (seen.has(name)) throw new MalformedBody(`the YAML has the key ${String(name).slice(0, 80)} twice`);
    seen.add(name);
  }
}
