import type { Field, Fields, FieldType, Parameter, Parameters, RecordName } from '../contract/description.ts';
import { records } from '../contract/records.ts';
import type { WireMapping } from '@runners/wire';
import { endpoints } from '../openapi/labels.ts';
import type { Endpoint } from '../openapi/labels.ts';
import { plainText } from '../openapi/json-schema.ts';
import { self } from '../records/column.ts';
import { base } from '../uris.ts';

/** The names of the resources: the first segments of the paths. */
export const resources: readonly string[] = [
  ...new Set(endpoints.map(({ path }) => path.split('/')[1] as string)),
].sort();

/** The path of the description of a resource, below the base. */
export const schemaPath = (resource: string) => `/${resource}/schema/`;

/**
 * The resources with their addresses, as the root of Tastypie lists them. `list_endpoint` is the beginning of the URIs of a
 * resource also where it has no list.
 */
export function listResources(): WireMapping {
  return Object.fromEntries(
    resources.map((name) => [name, { list_endpoint: `${base}/${name}/`, schema: `${base}${schemaPath(name)}` }]),
  );
}

/** The description of a resource, in the form of Tastypie. */
export function describeResource(name: string): WireMapping {
  const own = endpoints.filter(({ path }) => path.split('/')[1] === name);
  const list = own.filter(({ path }) => path === `/${name}/`);
  const detail = own.filter(({ path }) => /^\/[^/]+\/\{\w+\}\/?$/.test(path));
  const query = Object.assign({}, ...list.map(queryOf)) as Parameters;
  const filters = Object.keys(query).filter((filter) => filter !== 'limit' && filter !== 'offset');
  const places = [...list, ...detail];
  return {
    allowed_detail_http_methods: methodsOf(detail),
    allowed_list_http_methods: methodsOf(list),
    default_format: 'application/json',
    default_limit: Number((query['limit']?.default ?? '').replaceAll(',', '')) || 0,
    fields: describeFields(name, own, places.length > 0 ? places : own),
    filtering: Object.fromEntries(filters.map((filter) => [filter, ['exact']])),
    ordering: [],
  };
}

/** The methods of the rows, in the order in which Tastypie lists them. */
const methodsOf = (rows: readonly Endpoint[]) =>
  ['get', 'post', 'patch', 'delete'].filter((method) => rows.some((row) => row.method === method));

const queryOf = ({ method, rows }: Endpoint): Parameters =>
  method === 'get' ? (Object.assign({}, ...rows.map(({ description }) => description.query)) as Parameters) : {};

function describeFields(resource: string, own: readonly Endpoint[], writers: readonly Endpoint[]): WireMapping {
  const read = readFields(own);
  const written = Object.assign(
    {},
    ...writers.flatMap(({ method, rows }) =>
      rows.map(({ description: { body = {} } }) =>
        // A field that is required to create an object is not required to change it.
        method === 'patch'
          ? Object.fromEntries(Object.entries(body).map(([name, one]) => [name, { ...one, required: false }]))
          : body,
      ),
    ),
  ) as Record<string, Omit<Parameter, 'required'> & { required?: boolean }>;
  const names = [...new Set([...Object.keys(read), ...Object.keys(written)])];
  return Object.fromEntries(
    names.map((name) => {
      const [field, parameter] = [read[name], written[name]];
      return [
        name,
        {
          blank: parameter ? parameter.required !== true : false,
          default: parameter?.default ?? 'No default provided.',
          help_text: plainText([...new Set([field?.about, parameter?.about])].filter(Boolean).join(' ')),
          nullable: field?.nullable === true,
          readonly: parameter === undefined,
          ...typeOf(name, field ?? (parameter as { type: Field['type'] })),
          unique: name in self('user'),
          ...choices(field?.values ?? parameter?.values),
        },
      ];
    }),
  );

  /** The fields of the record that the resource returns: that of one object, of a list, or of any other answer. */
  function readFields(all: readonly Endpoint[]): Fields {
    const gets = all.filter(({ method }) => method === 'get');
    const ordered = [...gets.filter(({ path }) => path.includes('{')), ...gets, ...all];
    for (const { rows } of ordered.filter(({ path }) => path.split('/')[1] === resource))
      for (const { description } of rows)
        for (const { body } of description.answers) {
          if (typeof body === 'string') continue;
          if ('fields' in body) return body.fields;
          const [record] = Object.values(body) as RecordName[];
          if (record) return records[record].fields;
        }
    return {};
  }
}

const choices = (values: readonly string[] | undefined) => (values ? { valid_values: [...values] } : {});

/** The names that Tastypie has for types. */
const types: Readonly<Record<string, string>> = {
  text: 'string',
  URI: 'string',
  URL: 'string',
  timestamp: 'datetime',
  'local time': 'datetime',
  'route points': 'list',
};

/** The resources of records that other records contain. */
const resourceOf: Partial<Record<RecordName, string>> = {
  User: 'user',
  'Single user': 'user',
  Author: 'user',
  Stats: 'stats',
  'Posted workout': 'workout',
  Message: 'message',
  'EventInstance subset': 'event-instance',
};

function typeOf(name: string, { type }: { type: FieldType | 'route points' }): WireMapping {
  if (typeof type === 'string')
    return type === 'URI' && resources.includes(name) ? related('to_one', name) : { type: types[type] ?? type };
  if ('record' in type) return related('to_one', resourceOf[type.record]);
  return typeof type.list === 'string' ? { type: 'list' } : related('to_many', resourceOf[type.list.record]);
}

/** A reference to objects of a resource. A record without a resource is a mapping. */
function related(kind: string, resource: string | undefined): WireMapping {
  if (resource === undefined) return { type: 'dict' };
  return { related_schema: `${base}${schemaPath(resource)}`, related_type: kind, type: 'related' };
}
