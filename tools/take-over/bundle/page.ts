import type { Field, Fields, ValueType } from './field.ts';
import { fileEntries } from './files.ts';
import { manifestFields } from './manifest.ts';
import { exampleOf } from './schema.ts';

/** The word for a type of values. */
function wordFor(type: ValueType): string {
  switch (type.kind) {
    case 'reference':
      return `reference to \`${type.to}\``;
    case 'text':
      return type.form === undefined ? 'text' : `text (${type.form})`;
    case 'integer':
      return 'whole number';
    case 'choice': {
      const words = type.values.map((value) => (value === '' ? 'empty' : `\`${value}\``)).join(', ');
      return type.open ? `${words}, or another text` : words;
    }
    case 'list':
      return type.of.kind === 'record' ? 'list of records' : `list of: ${wordFor(type.of)}`;
    default:
      return type.kind;
  }
}

function defaultText({ required, fallback, type }: Field): string {
  if (required) return 'required';
  if (fallback === undefined) return 'null';
  return type.kind === 'record' ? 'its defaults' : `\`${JSON.stringify(fallback)}\``;
}

/** The rows of the fields, those of records within them included. */
function rowsOf(fields: Fields, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const lenient = field.lenient ? ' What cannot be used is left out.' : '';
    const cells = [`\`${path}\``, wordFor(field.type), defaultText(field), `${field.about}${lenient}`];
    return [`| ${cells.join(' | ')} |`, ...innerRows(field.type, path)];
  });
}

function innerRows(type: ValueType, path: string): string[] {
  if (type.kind === 'record') return rowsOf(type.fields, `${path}.`);
  return type.kind === 'list' && type.of.kind === 'record' ? rowsOf(type.of.fields, `${path}[].`) : [];
}

function sectionOf(name: string, file: string, about: string, fields: Fields): string {
  const table = ['| Field | Type | Default | Meaning |', '|---|---|---|---|', ...rowsOf(fields)].join('\n');
  const example = `\`\`\`json\n${JSON.stringify(exampleOf(fields))}\n\`\`\``;
  return `## ${file}\n\n${about} Schema: [${name}.schema.json](${name}.schema.json).\n\n${table}\n\n${example}`;
}

/** The generated half of `docs/take-over/bundle.md`: each file with its fields and an example of a line. */
export function bundlePage(): string {
  return [
    sectionOf(
      'manifest',
      'The manifest',
      'What the bundle is: one object, which may have several lines.',
      manifestFields,
    ),
    ...fileEntries.map(([name, { about, fields }]) => sectionOf(name, `${name}.jsonl`, about, fields)),
  ].join('\n\n');
}
