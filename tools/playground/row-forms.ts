import { print } from 'graphql';
import type { Parameter } from '../../rest-compat/contract/description.ts';
import { modules } from '../../rest-compat/contract/modules.ts';
import type { AnyRow } from '../../rest-compat/endpoint.ts';
import { mediaType } from '../../rest-compat/formats/formats.ts';
import { table } from '../../rest-compat/table.ts';
import type { FormField, RowForm } from './browser/row-form.ts';

/** Whose id a parameter is, by the word before it or by its name. */
const ids: Readonly<Record<string, string>> = {
  user: 'user',
  user_id: 'user',
  user_ids: 'user',
  recipients: 'user',
  friends_with: 'user',
  with_user_id: 'user',
  of_user_id: 'user',
  requested: 'user',
  preferences: 'user',
  profile: 'user',
  stats: 'user',
  exists: 'friend',
  last_message_id: 'message',
  friendship: 'friendship',
  friendship_id: 'friendship',
  workout: 'workout',
  post: 'post',
  post_id: 'post',
  object_id: 'post',
  picture: 'picture',
  comment: 'comment',
  conversation: 'conversation',
  conversation_id: 'conversation',
  message: 'message',
  route: 'route',
  'event-instance': 'event',
  'event-participant': 'participant',
};
/** The formats of bodies of bytes that a form can make. */
const byteFormats = ['gpx', 'png'] as const;

/** All rows with their documents, in the order of the modules. */
export function rowForms(): RowForm[] {
  return Object.entries(modules).flatMap(([module, rows]) =>
    Object.entries(rows).map(([label, { about, query = {}, body = {} }]) => {
      const row = table[label] as AnyRow;
      const [method = '', address = ''] = label.replace(/ \(.*\)$/, '').split(' ');
      const [path = '', search = ''] = address.split('?');
      const named = new URLSearchParams(search);
      const fields = [
        ...pathFields(path),
        ...[...named].map(([name, value]) => labelField(name, value)),
        ...Object.entries(query)
          .filter(([name]) => !named.has(name))
          .map(([name, parameter]) => formField(name, 'query', parameter)),
        ...Object.entries(body).map(([name, parameter]) => formField(name, 'body', parameter)),
      ];
      const bytes = byteFormats.filter((format) => row.takes?.includes(format)).map(mediaType);
      return { label, module, method, path, about, fields, bytes, document: print(row.document) };
    }),
  );
}

const plain = { in: 'query', required: true, type: 'integer', default: null, values: [], about: '' } as const;

function pathFields(path: string): FormField[] {
  return [...path.matchAll(/(?<![\w-])([\w-]+)\/[[{](\w+)[\]}]/g)].map(([, word = '', name = '']) => ({
    ...plain,
    in: 'path',
    name,
    idOf: ids[word] ?? null,
    value: null,
  }));
}

/** A parameter of the query in the label of a row: `conversation=[ID]`, `status=hot`. */
function labelField(name: string, value: string): FormField {
  const isId = /^[[{]/.test(value);
  return { ...plain, name, idOf: isId ? (ids[name] ?? null) : null, value: isId ? null : value };
}

function formField(name: string, place: 'query' | 'body', parameter: Parameter): FormField {
  const { type, required, default: usual, values, about } = parameter;
  return {
    name,
    in: place,
    required: required ?? false,
    idOf: type === 'integer' || typeof type === 'object' ? (ids[name] ?? null) : null,
    value: null,
    type: typeof type === 'object' ? `list of ${type.list}` : type,
    default: usual ?? null,
    values: values ?? [],
    about: about ?? '',
  };
}
