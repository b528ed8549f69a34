import { XMLParser } from 'fast-xml-parser';
import { isMap, isScalar, isSeq, parseAllDocuments } from 'yaml';
import type { Node } from 'yaml';
import { checkDepth } from '@runners/wire';

/** What a body says, whichever format it is written in. */
export type Tree =
  | { kind: 'map'; fields: ReadonlyMap<string, Tree> }
  | { kind: 'list'; items: readonly Tree[] }
  /** `text` is as it is written: `1.50` is not `1.5`. */
  | { kind: 'text' | 'integer' | 'float' | 'boolean' | 'null'; text: string };

/** A value that has no parts. */
export type Leaf = Exclude<Tree, { kind: 'map' | 'list' }>;

/** The format of a body, by its Content-Type. */
export type BodyFormat = 'json' | 'xml' | 'yaml' | 'gpx' | 'text' | 'none' | 'other';

/** The format that a Content-Type names. */
export function formatOfType(type: string | undefined): BodyFormat {
  const name = (type ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (name === '') return 'none';
  if (name.endsWith('gpx+xml')) return 'gpx';
  if (/[/+]json$/.test(name)) return 'json';
  if (/[/+]xml$/.test(name)) return 'xml';
  if (name.endsWith('yaml')) return 'yaml';
  return name.startsWith('text/') ? 'text' : 'other';
}

/** The largest bodies in bytes that the service compares; YAML takes thirty times as long. `npx runners prove` reads longer ones. */
export const mostCompared = { yaml: 16 * 1024, other: 256 * 1024 } as const;

/** The end of a sentence about an answer that is too long to be read here, or null. */
export function tooLongToCompare(type: string | undefined, bytes: number): string | null {
  const most = formatOfType(type) === 'yaml' ? mostCompared.yaml : mostCompared.other;
  return bytes > most ? `longer than ${most} bytes, so that it is not compared here: npx runners prove does it.` : null;
}

/** What a body says. @throws Error for a body that is not in its format, or nested too deeply */
export function treeOf(format: BodyFormat, body: Buffer): Tree {
  const text = body.toString('utf8');
  if (format === 'json') return jsonTree(text);
  if (format === 'yaml') return yamlTree(text);
  if (format === 'xml' || format === 'gpx') return xmlTree(text);
  return { kind: 'text', text: format === 'other' ? body.toString('base64') : text };
}

/** Numbers as they are written, which `JSON.parse` tells to its reviver only. */
class Written {
  constructor(readonly source: string) {}
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
const keepNumbers: Reviver = (_key, value, { source }) =>
  typeof value === 'number' ? new Written(source ?? String(value)) : value;

function jsonTree(text: string): Tree {
  return ofJson(JSON.parse(text.replace(/^\uFEFF/, ''), keepNumbers as (key: string, value: unknown) => unknown));
}

function ofJson(value: unknown, depth = 1): Tree {
  checkDepth(depth);
  if (value === null) return { kind: 'null', text: 'null' };
  if (value instanceof Written) return numberLeaf(value.source);
  if (Array.isArray(value)) return { kind: 'list', items: value.map((one) => ofJson(one, depth + 1)) };
  if (typeof value === 'object')
    return { kind: 'map', fields: new Map(Object.entries(value).map(([key, one]) => [key, ofJson(one, depth + 1)])) };
  return typeof value === 'boolean' ? { kind: 'boolean', text: String(value) } : { kind: 'text', text: String(value) };
}

const numberLeaf = (source: string): Leaf => ({ kind: /^-?\d+$/.test(source) ? 'integer' : 'float', text: source });

function yamlTree(text: string): Tree {
  const documents = parseAllDocuments(text, { schema: 'core', logLevel: 'silent' });
  const [document] = Array.isArray(documents) ? documents : [];
  if (!document) return { kind: 'null', text: 'null' };
  if (document.errors[0]) throw document.errors[0];
  return ofYaml(document.contents as Node | null);
}

function ofYaml(node: unknown, depth = 1): Tree {
  checkDepth(depth);
  if (isMap(node)) {
    const fields = node.items.map(({ key, value }): [string, Tree] => [
      String(isScalar(key) ? key.value : key),
      ofYaml(value, depth + 1),
    ]);
    return { kind: 'map', fields: new Map(fields) };
  }
  if (isSeq(node)) return { kind: 'list', items: node.items.map((one) => ofYaml(one, depth + 1)) };
  if (!isScalar(node) || node.value === null) return { kind: 'null', text: 'null' };
  // Python programs write tags of their own, which parsers of other languages refuse.
  const tag = node.tag !== undefined && !node.tag.startsWith('tag:yaml.org,2002:') ? `${node.tag} ` : '';
  if (typeof node.value === 'number') return numberLeaf(node.source ?? String(node.value));
  if (typeof node.value === 'boolean') return { kind: 'boolean', text: node.source ?? String(node.value) };
  return { kind: 'text', text: tag + String(node.value) };
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  htmlEntities: true,
});

type XmlNode = Record<string, unknown>;
const nameOf = (node: XmlNode) => Object.keys(node).find((key) => key !== ':@') ?? '';

function xmlTree(text: string): Tree {
  const nodes = (parser.parse(text, true) as XmlNode[]).filter((node) => !('#text' in node));
  const [root] = nodes;
  if (!root || nodes.length > 1) throw new Error('it is no XML document');
  return { kind: 'map', fields: new Map([[nameOf(root), ofXml(root)]]) };
}

function ofXml(node: XmlNode, depth = 1): Tree {
  checkDepth(depth);
  const within = (child: XmlNode) => ofXml(child, depth + 1);
  const name = nameOf(node);
  const inside = node[name] as XmlNode[];
  const { '@type': type, ...attributes } = (node[':@'] ?? {}) as Record<string, string>;
  const children = inside.filter((child) => !('#text' in child));
  const text = inside.map((child) => String(child['#text'] ?? '')).join('');
  const named = Object.entries(attributes).map(([key, value]): [string, Tree] => [key, { kind: 'text', text: value }]);
  if (type === 'list') return { kind: 'list', items: children.map(within) };
  if (type === 'null') return { kind: 'null', text: 'null' };
  if (type === 'integer' || type === 'float' || type === 'boolean') return { kind: type, text };
  if (children.length === 0 && named.length === 0 && type !== 'hash') return { kind: 'text', text };
  const names = children.map(nameOf);
  const isList = new Set(names).size < names.length;
  if (isList && named.length === 0 && new Set(names).size === 1) return { kind: 'list', items: children.map(within) };
  const fields = new Map(named);
  if (children.length === 0 && text.trim() !== '') fields.set('#text', { kind: 'text', text });
  for (const [one, same] of Map.groupBy(children, nameOf)) {
    const own = same.map(within);
    fields.set(one, own.length === 1 ? own[0]! : { kind: 'list', items: own });
  }
  return { kind: 'map', fields };
}
