import type { Fields, FieldType, RecordDescription } from './description.ts';
import { slugOf, tableOf } from './markdown.ts';

/** A record as a section of Markdown. */
export function recordText(name: string, { about, fields }: RecordDescription): string {
  return [`## ${name}`, about, fieldTable(fields)].join('\n\n');
}

/** A link to the section of a record, or to another section of the page of records. */
export function linkTo(name: string, text: string = name): string {
  return `[${text}](records.md#${slugOf(name)})`;
}

/** The text for a type. */
export function typeText(type: FieldType): string {
  if (typeof type === 'string') return type;
  if ('record' in type) return linkTo(type.record);
  const { list } = type;
  return `list of ${typeof list === 'string' ? list : linkTo(list.record)}`;
}

/** The table of the fields. */
export function fieldTable(fields: Fields): string {
  const rows = Object.entries(fields).map(([name, { type, nullable, optional, orRecord, values, about }]) => [
    `\`${name}\``,
    `${typeText(type)}${orRecord ? ` or ${linkTo(orRecord)}` : ''}${nullable ? ' or null' : ''}${optional ? ', may be absent' : ''}`,
    [values && `${values.map((value) => (value === '' ? 'empty' : `\`${value}\``)).join(', ')}.`, about]
      .filter(Boolean)
      .join(' '),
  ]);
  return tableOf(['Field', 'Type', 'Meaning'], rows);
}
