import type { DocumentNode } from 'graphql';
import type { TadaDocumentNode } from 'gql.tada';
import type { introspection_types } from '../schema/introspection.d.ts';
import { globalId } from '../schema/global-id.ts';
import type { NodeType } from '../schema/global-id.ts';
import type { Answer, RowDescription } from './contract/description.ts';
import { notFound, ok, row } from './endpoint.ts';
import type { AnyRow, RestRequest, RowOptions } from './endpoint.ts';
import { graphql } from './graphql.ts';
import { listPart } from './list-parts.ts';
import type { Outcome } from './outcomes.ts';
import { pages, wholeLists } from './paging.ts';
import type { Paging } from './paging.ts';
import { described, nameIn, readerOf } from './parameters.ts';
import type { Reads } from './parameters.ts';
import type { AnyRecord, FieldsOf, TypeName, Written } from './records/record.ts';
import { listSources, sourcesOf } from './records/sources.ts';

type Types = introspection_types;
type Root<Operation extends 'Query' | 'Mutation'> = keyof Types[Operation]['fields'] & string;

/** What every kind of row tells. `answers` and the document are made for it. */
interface Told extends Partial<RowOptions>, Pick<RowDescription, 'about' | 'abouts' | 'errors' | 'headers'> {
  /** What the contract says of the answers, where it is not that of the outcome. */
  answers?: readonly Answer[];
}

/** When an object is not found. */
export const unseen = 'It does not exist, or the current user may not see it.';

type Variables = Record<string, unknown>;
/** What a document answers: its root field. */
type Data<Found> = Record<string, Found | null>;

/** A document whose text is made of names that the compiler has compared with the schema. */
function documentOf<Found>(text: string, uses: readonly DocumentNode[]) {
  return graphql(text, uses as never) as unknown as TadaDocumentNode<Data<Found>, Variables>;
}

/** The id of an object in the path. */
const pathId = ({ path }: RestRequest, name: string, type: string) => globalId(type as NodeType, path[name] ?? 0);

/**
 * A row that shows one object, or 404.
 * @param field the root field that finds it: `node`, or that of its type @param id the name of its id in the path
 */
export function one(field: Root<'Query'>, record: AnyRecord, id: string, told: Told): AnyRow {
  const { on, name, fragment, fragmentName, columns, write } = record;
  const spread = field === 'node' ? `... on ${on} { ...${fragmentName} }` : `...${fragmentName}`;
  return row({
    errors: { NOT_FOUND: unseen },
    answers: [{ status: 200, body: { record: name } }],
    ...told,
    document: documentOf<object>(`query One${on}($id: ID!) { ${field}(id: $id) { ${spread} } }`, [fragment]),
    variables: (request) => ({ id: pathId(request, id, on) }),
    reply: ({ [field]: found }) => (found && 'databaseId' in found ? ok(write(found as never)) : notFound()),
    sources: () => sourcesOf(columns, '', `${field}.`),
  });
}

/** The fields of an input, as parameters name them. One that may be null can be required in REST. */
type InputFields<Input extends TypeName> = Types[Input] extends { inputFields: readonly (infer Field)[] }
  ? Field extends { name: infer Name extends string; type: infer Type }
    ? `${Name}: ${Written<Type>}` | `${Name}: ${NotNull<Written<Type>>}`
    : never
  : never;
type NotNull<Type extends string> = Type extends `${string}!` ? Type : `${Type}!`;
type PayloadOf<Field extends Root<'Mutation'>> = Types['Mutation']['fields'][Field]['type'] extends {
  name: infer Name extends TypeName;
}
  ? Name
  : never;
type InputOf<Field extends string> = `${Capitalize<Field>}Input` & TypeName;

interface Mutation<Input extends TypeName> extends Told {
  /** The type of its input, if its name is not that of the mutation. */
  input?: Input;
  /** The object in the path: the name of its id, and its type. */
  path?: readonly [name: string, type: NodeType];
  query?: Reads<InputFields<Input>>;
  body?: Reads<InputFields<Input>>;
  /** The field of the input that is the body as it was sent. */
  bytes?: string;
}

/** A row that runs a mutation. Its input is made of the id in the path and of the parameters. */
export function mutation<const Field extends Root<'Mutation'>, const Input extends TypeName = InputOf<Field>>(
  field: Field,
  outcome: Outcome<FieldsOf<PayloadOf<Field>>>,
  told: Mutation<Input>,
): AnyRow {
  const { input, path, query, body, bytes, ...others } = told;
  const name = `${field[0]?.toUpperCase()}${field.slice(1)}`;
  const fields = readerOf({ ...query, ...body });
  return row({
    answers: outcome.answers,
    ...others,
    ...(query ? { query: described(query) } : {}),
    ...(body ? { body: described(body) } : {}),
    document: documentOf<object>(
      `mutation ${name}($input: ${input ?? `${name}Input`}!) { ${field}(input: $input) { ${outcome.selects} } }`,
      outcome.uses ?? [],
    ),
    variables: (request) => ({
      input: {
        ...(path ? { id: pathId(request, ...path) } : {}),
        ...fields(request),
        ...(bytes === undefined ? {} : { [bytes]: request.bytes }),
      },
    }),
    reply: ({ [field]: payload }) => outcome.reply(payload as never),
    sources: () => outcome.sources?.(`${field}.`) ?? [],
  });
}

interface List extends Told {
  query?: Reads;
  /** Arguments whose values are always the same. */
  always?: string;
  /** Variables that are not of the request, by their declarations. */
  given?: Readonly<Record<string, unknown>>;
  paging?: Paging;
  /** Whether its items may be too many, or their texts too long, for one answer (`parts` of `endpoint.ts`). */
  inParts?: true;
}

interface Listed {
  totalCount: number;
  nodes: { databaseId: number }[];
}

/** A row that shows a page of a list. @param name the name of its operation @param field the root field that lists */
export function list(name: string, field: Root<'Query'>, record: AnyRecord, told: List): AnyRow {
  const { query = {}, always, given = {}, paging = pages(), inParts, ...others } = told;
  const own = [...Object.keys(given), ...Object.values(query).map(({ becomes }) => becomes)];
  const paged = [...paging.variables, ...(inParts ? ['after: String'] : [])];
  const passed = (declared: string) => `${nameIn(declared)}: $${nameIn(declared)}`;
  const args = [...own.map(passed), ...(always ? [always] : []), ...paged.map(passed)].join(', ');
  const variables = [...own, ...paged].map((declared) => `$${declared}`).join(', ');
  const fixed = Object.fromEntries(Object.entries(given).map(([declared, value]) => [nameIn(declared), value]));
  const read = readerOf(query);
  const write = (found: Listed) => found.nodes.map((node) => record.write(node as never));
  return row({
    answers: [{ status: 200, body: { list: record.name } }],
    ...others,
    query: { ...described(query), ...paging.described },
    document: documentOf<Listed>(
      `query ${name}(${variables}) { ${field}(${args}) { totalCount nodes { ...${record.fragmentName} } } }`,
      [record.fragment],
    ),
    variables(request): Variables {
      // What is not valid is told in this order.
      const page = paging === wholeLists ? null : paging.read(request.args);
      return { ...fixed, ...read(request), ...(page ?? paging.read(request.args)) };
    },
    reply: ({ [field]: found }, request) =>
      found ? ok(paging.envelope(request, found.totalCount, write(found))) : notFound(),
    sources: () => listSources(record.columns, field),
    ...(inParts
      ? {
          parts: {
            read: ({ [field]: found }: Data<Listed>) =>
              found ? listPart(write(found), found.nodes, found.totalCount) : null,
            range: paging.range,
            whole: paging.envelope,
          },
        }
      : {}),
  });
}
