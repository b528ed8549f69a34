import { XMLParser } from 'fast-xml-parser';
import { parse as parseYaml } from 'yaml';
import type { Answer } from './client.ts';

/** One node of fast-xml-parser's ordered output: its name (or `#text`), and `:@` for attributes. */
type XmlNode = Record<string, unknown>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  // References by number, too.
  htmlEntities: true,
});

/** The value of an answer in JSON, XML (as the wire examples show it) or YAML, for comparing one with another. */
export function wireValue(answer: Answer): unknown {
  const type = answer.headers['content-type'];
  if (type === 'application/json; charset=utf-8') return JSON.parse(answer.text);
  if (type === 'text/yaml; charset=utf-8') return parseYaml(answer.text);
  if (type === 'application/xml; charset=utf-8') return xmlValue(answer.text);
  throw new Error(`unexpected content type ${type}`);
}

function xmlValue(text: string): unknown {
  const nodes = parser.parse(text) as XmlNode[];
  const root = nodes.find((node) => !('#text' in node));
  if (!root) throw new Error('no root element');
  return nameOf(root) === 'objects' ? childrenOf(root).map(valueOf) : valueOf(root);
}

function nameOf(node: XmlNode): string {
  return Object.keys(node).find((key) => key !== ':@') ?? '';
}

function childrenOf(node: XmlNode): XmlNode[] {
  return node[nameOf(node)] as XmlNode[];
}

function valueOf(node: XmlNode): unknown {
  const children = childrenOf(node);
  const text = children.map((child) => child['#text'] ?? '').join('');
  const attributes = node[':@'] as Record<string, string> | undefined;
  switch (attributes?.['@_type']) {
    case 'integer':
    case 'float':
      return Number(text);
    case 'boolean':
      return text === 'True';
    case 'null':
      return null;
    case 'list':
      return children.map(valueOf);
    case 'hash':
      return mappingOf(children);
    default:
      return children.some((child) => !('#text' in child)) ? mappingOf(children) : text;
  }
}

function mappingOf(children: XmlNode[]): Record<string, unknown> {
  return Object.fromEntries(children.map((child) => [nameOf(child), valueOf(child)]));
}
