/** The descriptions of the REST contract agree with what each row reads and answers. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { Kind } from 'graphql';
import type { OperationDefinitionNode, SelectionNode } from 'graphql';
import type { Answer, AnswerBody, Field, FieldType } from '../../rest-compat/contract/description.ts';
import { modules } from '../../rest-compat/contract/modules.ts';
import { records } from '../../rest-compat/contract/records.ts';
import { plainFields } from '../../rest-compat/endpoint.ts';
import type { AnyRow, Reply, RestRequest } from '../../rest-compat/endpoint.ts';
import { Float, readXml, writeXml, writeYaml } from '@runners/wire';
import { table } from '../../rest-compat/table.ts';
import { anything, recordingArgs } from '../support/anything.ts';

/** What a row reads and answers is what its description says. */
const rows = Object.values(modules).flatMap((descriptions) => Object.entries(descriptions));
const described = new Map(rows);

/** What a row reads of a request that has everything, and what it then answers. */
function run(row: AnyRow): { read: Set<string>; reply: Reply } {
  const read = new Set<string>();
  const request: RestRequest = {
    path: new Proxy({}, { get: () => 1 }),
    args: recordingArgs(read),
    bytes: Buffer.alloc(0),
    url: '/',
    viewerId: 1,
  };
  row.variables(request);
  return { read, reply: row.reply(anything() as never, request) };
}

/** A field's type as it can be told from a value; a list of scalars is passed on as it is. */
function shapeOf(type: FieldType): unknown {
  if (typeof type === 'string') return type === 'float' ? 'float' : 'scalar';
  if ('record' in type) return fieldsOf(records[type.record].fields);
  return typeof type.list === 'string' ? 'scalar' : [shapeOf(type.list)];
}

function fieldsOf(fields: Readonly<Record<string, Field>>): unknown {
  return Object.fromEntries(Object.entries(fields).map(([name, { type }]) => [name, shapeOf(type)]));
}

function bodyOf(body: AnswerBody): unknown {
  if (typeof body === 'string') return undefined;
  const meta = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'scalar']));
  const list = (name: keyof typeof records) => [fieldsOf(records[name].fields)];
  if ('list' in body)
    return { meta: meta('limit', 'next', 'offset', 'previous', 'total_count'), objects: list(body.list) };
  if ('feed' in body)
    return {
      meta: meta('feed_type', 'newer', 'older'),
      objects: [fieldsOf(records['Posts with extra information'].fields)],
    };
  if ('array' in body) return list(body.array);
  return fieldsOf('record' in body ? records[body.record].fields : body.fields);
}

/** A reply's value in the same words. */
function shape(value: unknown): unknown {
  if (value instanceof Float) return 'float';
  if (value === null || typeof value !== 'object') return value === undefined ? undefined : 'scalar';
  // Of a list, each form that its items have, once.
  if (Array.isArray(value)) return [...new Map(value.map(shape).map((one) => [JSON.stringify(one), one])).values()];
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shape(one)]));
}

describe('the contract', () => {
  test('describes the rows of the table', () => {
    expect([...described.keys()].sort()).toEqual(Object.keys(table).sort());
  });

  test.each(rows)('%s reads the parameters and fields that are described', (label, { query = {}, body = {} }) => {
    expect([...run(table[label]!).read].sort()).toEqual([...Object.keys(query), ...Object.keys(body)].sort());
    if (Object.keys(body).length > 0) expect(table[label]!.takes ?? plainFields).toContain('json');
  });

  test.each(rows)('%s answers what is described', (label, { answers }) => {
    const { status, location, value } = run(table[label]!).reply;
    const answer = answers.find((one) => one.status === status) as Answer;
    expect(answer).toBeDefined();
    if (status === 201) expect([location !== undefined, answer.location !== undefined]).toEqual([true, true]);
    // The page of one post does not tell the two kinds apart; a user is asked for in full, a share succeeds.
    const special: Record<string, unknown> = {
      'GET /post/[id]/': bodyOf({ record: 'Posts with extra information' }),
      'POST /workout/[ID]/share/': { success: 'scalar', post_id: 'scalar' },
    };
    const full = fieldsOf({ ...records['Single user'].fields, stats: { type: { record: 'Stats' } } });
    const expected = special[label] ?? (/^GET \/(me\/|user\/\[)/.test(label) ? full : bodyOf(answer.body));
    expect(shape(value)).toEqual(expected);
  });
});

/** The paths of the values in a reply. */
function pathsIn(value: unknown, at: string): string[] {
  if (value instanceof Float || value === null || typeof value !== 'object') return value === undefined ? [] : [at];
  return Object.entries(value).flatMap(([name, one]) =>
    pathsIn(one, Array.isArray(value) ? at : at === '' ? name : `${at}.${name}`),
  );
}

/** The paths of the fields without subfields that a document selects. */
function selected({ document }: AnyRow): Set<string> {
  const fragments = new Map(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  );
  const paths = (one: SelectionNode, at: string): string[] => {
    if (one.kind === Kind.FIELD && !one.selectionSet) return [at + one.name.value];
    const { selectionSet } = one.kind === Kind.FRAGMENT_SPREAD ? fragments.get(one.name.value)! : one;
    const below = one.kind === Kind.FIELD ? `${at}${one.name.value}.` : at;
    return selectionSet!.selections.flatMap((each) => paths(each, below));
  };
  const [operation] = document.definitions as [OperationDefinitionNode];
  return new Set(operation.selectionSet.selections.flatMap((each) => paths(each, '')));
}

describe('where the fields of an answer come from', () => {
  const plain = (path: string) => path.replaceAll('[]', '').replace(/^\./, '');

  test.each(Object.entries(table))('is stated for %s', (_label, row) => {
    const sources = row.sources?.() ?? [];
    const { location, value } = run(row).reply;
    const written = pathsIn(value, '').filter((path) => path !== '');
    const stated = sources.map(({ field }) => plain(field));
    expect(stated).toEqual(expect.arrayContaining([...(location === undefined ? [] : ['Location']), ...written]));
    expect(new Set(stated).size).toBe(stated.length);
    const known = selected(row);
    for (const { field, from } of sources)
      for (const path of from) expect([field, path, known.has(plain(path))]).toEqual([field, path, true]);
  });
});

describe('the examples of docs/contract/formats.md', () => {
  test('have the same value in each format', async () => {
    const page = await readFile(new URL('../../../docs/contract/formats.md', import.meta.url), 'utf8');
    const blocks = [...page.matchAll(/```(json|xml|yaml)\n([^]*?)\n```/g)].map(([, format, text = '']) => [
      format,
      text,
    ]);
    const ofJson = (text: string | undefined) => JSON.parse(text ?? '') as never;
    const compared = blocks.slice(1).map(([format, text = ''], i) => {
      const [before, json] = blocks[i]!;
      if (format === 'xml' && before === 'json' && text.startsWith('<?')) expect(writeXml(ofJson(json))).toBe(text);
      else if (format === 'yaml') expect(writeYaml(ofJson(json)).trimEnd()).toBe(text);
      else if (format === 'json' && before === 'xml' && !json?.startsWith('<?'))
        expect(JSON.parse(JSON.stringify(readXml(Buffer.from(json ?? ''), 100)))).toEqual(ofJson(text));
      else return null;
      return format;
    });
    expect(compared.filter(Boolean)).toEqual(['xml', 'xml', 'xml', 'json', 'yaml']);
  });
});
