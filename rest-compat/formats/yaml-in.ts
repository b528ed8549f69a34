import { Composer, isAlias, isCollection, isMap, isNode, isPair, isScalar, Lexer, Parser } from 'yaml';
import type { Document, YAMLMap } from 'yaml';

import { checkDepth, MAX_DEPTH } from '../../src/platform/bodies/depth.ts';
import { TooManyValues } from '../../src/platform/bodies/max-values.ts';
import { MalformedBody } from '../../src/platform/bodies/malformed-body.ts';
import { utf8Text } from '../../src/platform/bodies/utf8-text.ts';

/** The package takes about 1.5 µs a token, and a hostile megabyte has a million; 12,000 points of a workout have 350,000. */
const MAX_TOKENS = 400_000;
const MAX_ALIASES = 100;

/** No tags but the core schema's, whatever a %YAML directive says; keys that come twice are checkNode's to find. */
const strictly = { resolveKnownTags: false, merge: false, uniqueKeys: false, stringKeys: true } as const;

/**
 * A YAML body as a value: one document of the YAML 1.2 core schema (decisions W6). Keys are strings, dates stay
 * strings, `<<` is a key like others, NaN and infinity are numbers for the field to refuse. An empty document is null.
 * @throws MalformedBody when it isn't YAML in UTF-8, has a tag of another schema, a key twice, more than one document,
 *   more than 100 aliases or ones that multiply or go in circles, or is nested too deeply; TooManyValues past 400,000 tokens
 */
export function readYaml(bytes: Buffer, maxValues = MAX_TOKENS): unknown {
  const text = utf8Text(bytes);
  const { stackTraceLimit } = Error;
  try {
    // The package makes an Error for each of a hundred thousand faults; their stacks alone would take two seconds.
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

/** Lexes, parses and composes token by token, so that the limits act before the work is done. */
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
    // Every level is at most two entries: a sequence and the item in it.
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
 * Checks depth, aliases followed, and finds keys that come twice (the package compares each key with each, which is
 * quadratic). Returns how many levels of collections the node has.
 * @param levels of the anchored nodes that are complete; an alias to another one is inside it, a circle
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

/** Keys are compared as the strings they stand for: `1` and `"1"` are the same key. */
function checkKeys(map: YAMLMap): void {
  const seen = new Set<unknown>();
  for (const { key } of map.items) {
    const name = isScalar(key) ? key.value : key;
    if (seen.has(name)) throw new MalformedBody(`the YAML has the key ${String(name).slice(0, 80)} twice`);
    seen.add(name);
  }
}
