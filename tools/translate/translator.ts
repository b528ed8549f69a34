import type { GraphQLSchema } from 'graphql';
import { getOperationAST } from 'graphql';
import { globalId } from '../../schema/global-id.ts';
import { Failure } from '../../src/errors.ts';
import { Args } from '../../rest-compat/args.ts';
import { rowFor } from '../../rest-compat/body.ts';
import { plainFields } from '../../rest-compat/endpoint.ts';
import type { AnyRow, RestRequest } from '../../rest-compat/endpoint.ts';
import { documents } from '../../rest-compat/discovery/documents.ts';
import { httpForms, textOf } from '../../rest-compat/errors.ts';
import { parseFields } from '../../rest-compat/fields-pool.ts';
import { negotiate } from '../../rest-compat/formats/formats.ts';
import { bodyFormat, charsetOf } from '../../rest-compat/formats/content-type.ts';
import { asLast, MalformedBody, readQuery } from '@runners/wire';
import { formatEntry } from '../../rest-compat/formats/formats.ts';
import type { Format } from '../../rest-compat/formats/formats.ts';
import { methodOf } from '../../rest-compat/request-method.ts';
import { makeFinder } from '../../rest-compat/path-finder.ts';
import { labelOf, rowDocuments } from '../../rest-compat/row-documents.ts';
import type { RowDocument } from '../../rest-compat/row-documents.ts';
import { table } from '../../rest-compat/table.ts';
import { base } from '../../rest-compat/uris.ts';
import { variablesOf } from '../../rest-compat/variables.ts';
import { typesOfDocument } from './document-types.ts';
import type { FieldSource } from '../../rest-compat/records/sources.ts';
import { jsonVariables } from './json-variables.ts';
import { RefusedCall } from './rest-call.ts';
import type { RestCall } from './rest-call.ts';

/** What a row becomes in GraphQL. */
export interface RowTranslation {
  /** The label of the row, such as `GET /post/`. */
  row: string;
  document: RowDocument;
  operationName: string;
  /** The fields of the old answer, and where they are in the result. */
  fields: readonly FieldSource[];
  /** TypeScript types of the variables and the result. */
  typescript: string;
}

/** What a call becomes in GraphQL. */
export interface Translation extends RowTranslation {
  /** The variables as JSON. */
  variables: Record<string, unknown>;
  notes: string[];
}

/** A call whose row was found and whose body was read. */
export interface ReadCall {
  row: AnyRow;
  rest: RestRequest;
  /** The format of the old answer. */
  format: Format;
}

/** Stands for the id of the signed-in user where it is not known. */
const unknownUser = 'ID-OF-THE-SIGNED-IN-USER';

const statusOf = (error: Failure | MalformedBody) => (error instanceof Failure ? httpForms[error.code].status : 400);

/** The interface describes itself at some paths, which are no operations. */
function unknownPath(path: string): RefusedCall {
  return documents.has(path.slice(base.length).replace(/\/$/, ''))
    ? new RefusedCall(
        200,
        'no operation',
        'It has no operation, because it describes the interface: GraphQL has introspection for that.',
      )
    : new RefusedCall(404, 'no such', `The REST interface has no path ${path}.`);
}

/** The parameters of a query. @throws RefusedCall with the sentence of the interface if it would refuse them */
function queryOf(text: string): Record<string, unknown> {
  try {
    return readQuery(text);
  } catch (error) {
    if (error instanceof MalformedBody)
      throw new RefusedCall(400, 'refused', `The REST interface refuses the query: ${error.message}`);
    throw error;
  }
}

/** Translates calls of the REST interface. */
export class Translator {
  readonly #schema: GraphQLSchema;
  readonly #find = makeFinder(table);
  readonly #rows = new Map<AnyRow, RowTranslation>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** Returns what the row with a label becomes, or undefined if there is no such row. */
  row(label: string): RowTranslation | undefined {
    const row = Object.hasOwn(table, label) ? table[label] : undefined;
    return row && this.#translated(row);
  }

  #translated(row: AnyRow): RowTranslation {
    let known = this.#rows.get(row);
    if (!known) {
      known = {
        row: labelOf(row),
        document: rowDocuments.get(row) as RowDocument,
        operationName: getOperationAST(row.document)?.name?.value ?? '',
        fields: row.sources?.() ?? [],
        typescript: typesOfDocument(this.#schema, row.document),
      };
      this.#rows.set(row, known);
    }
    return known;
  }

  /**
   * Finds the row of a call and reads its body.
   * @param viewerId the id of the signed-in user, or 0 if it is not known
   * @throws RefusedCall for a call that the interface does not have; Failure as the interface for a malformed body
   */
  async read(call: RestCall, viewerId: number): Promise<ReadCall> {
    const question = call.url.indexOf('?');
    const path = question < 0 ? call.url : call.url.slice(0, question);
    const match = this.#find(path.slice(base.length));
    if (!match) throw unknownPath(path);
    const method = methodOf(call);
    const rows = match.rows.get(method === 'HEAD' ? 'GET' : method);
    if (!rows) throw new RefusedCall(405, 'no such', `The path ${path} does not have the method ${method}.`);
    const row = rowFor(call, rows) ?? this.#rowWithout(call, rows);
    const query = question < 0 ? {} : queryOf(call.url.slice(question + 1));
    if ('format' in query) query['format'] = asLast(query['format']);
    const format = typeof query['format'] === 'string' ? query['format'] : undefined;
    const rest: RestRequest = {
      path: match.path,
      args: new Args(await fieldsOf(call, row), query),
      bytes: call.body,
      url: call.url,
      viewerId,
    };
    const offered: Format[] = ['json', 'xml', 'yaml', ...(row.gpx ? (['gpx'] as const) : [])];
    return { row, rest, format: negotiate(call.headers['accept'], format, offered) };
  }

  /** The row of a call whose body has no type that one of the rows takes. */
  #rowWithout({ headers, body }: RestCall, rows: readonly AnyRow[]): AnyRow {
    const type = headers['content-type'];
    if (body.length > 0)
      throw new RefusedCall(415, 'refused', `The row takes no body of the type ${type ?? 'that is missing'}.`);
    return rows.find(({ takes = plainFields }) => takes.includes('json')) ?? (rows[0] as AnyRow);
  }

  /** Translates a call that was read. @throws RefusedCall with the sentence of the interface if it would refuse the call */
  translate({ row, rest, format }: ReadCall): Translation {
    let variables;
    try {
      variables = variablesOf(row, rest);
    } catch (error) {
      if (error instanceof Failure)
        throw new RefusedCall(statusOf(error), 'refused', `The REST interface refuses this call: ${textOf(error)}`);
      throw error;
    }
    const sent = jsonVariables(this.#schema, row.document, variables);
    const notes: string[] = [];
    if (format === 'gpx')
      notes.push('A GPX file has no equal in a GraphQL result: select `trackUrl` of the workouts, or keep this call.');
    const text = JSON.stringify(sent);
    const nobody = globalId('User', 0);
    if (rest.viewerId !== 0 || !text.includes(nobody)) return { ...this.#translated(row), variables: sent, notes };
    notes.push(`${unknownUser} stands for the id of the signed-in user: \`{ me { id } }\`.`);
    const filled = JSON.parse(text.replaceAll(nobody, unknownUser)) as Record<string, unknown>;
    return { ...this.#translated(row), variables: filled, notes };
  }
}

async function fieldsOf({ headers, body }: RestCall, row: AnyRow): Promise<Record<string, unknown>> {
  const contentType = headers['content-type'];
  const format = bodyFormat(contentType) as Format;
  if (body.length === 0 || !formatEntry(format).read) return {};
  try {
    return await parseFields(body, { format, charset: charsetOf(contentType), points: row.points ?? null });
  } catch (error) {
    if (error instanceof Failure || error instanceof MalformedBody)
      throw new RefusedCall(statusOf(error), 'refused', `The REST interface refuses the body: ${error.message}`);
    throw error;
  }
}
