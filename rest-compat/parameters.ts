import { globalId } from '../schema/global-id.ts';
import type { NodeType } from '../schema/global-id.ts';
import type { Args } from './args.ts';
import type { Parameter } from './contract/description.ts';
import type { RestRequest } from './endpoint.ts';

/**
 * A parameter of the query, or a field of the body: the variable that it becomes, how it is read, and what the contract says of it.
 * @typeParam Becomes a variable with its type, or a field of an input: `comment: String!`
 */
export interface Read<Becomes extends string = string> {
  readonly becomes: Becomes;
  readonly described: Parameter;
  /** Absent if another parameter reads it. */
  readonly read?: (args: Args, name: string, request: RestRequest) => unknown;
}
export type Reads<Becomes extends string = string> = Readonly<Record<string, Read<Becomes>>>;

/** What is told of a parameter besides its type. */
type Told = Omit<Parameter, 'type' | 'required'>;
type Reader = (args: Args, name: string) => unknown;

/** Makes a kind of parameters. One whose variable is never null is required. */
function kind<const Type extends string>(variable: Type, type: Parameter['type'], read: Reader) {
  return <const Name extends string>(name: Name, told: Told = {}): Read<`${Name}: ${Type}`> => ({
    becomes: `${name}: ${variable}`,
    described: { type, ...(variable.endsWith('!') ? { required: true } : {}), ...told },
    read,
  });
}

export const text = kind('String!', 'text', (args, name) => args.text(name));
export const filledText = kind('String!', 'text', (args, name) => args.filledText(name));
export const trimmedText = kind('String!', 'text', (args, name) => args.trimmed(name));
export const textOrNull = kind('String', 'text', (args, name) => args.textOrNull(name));
export const trimmedOrNull = kind('String', 'text', (args, name) => args.trimmedOrNull(name));
export const dateOrNull = kind('String', 'date', (args, name) => args.trimmedOrNull(name));
export const booleanOrNull = kind('Boolean', 'boolean', (args, name) => args.booleanOrNull(name));
export const decimalOrNull = kind('Float', 'decimal', (args, name) => args.decimalOrNull(name));
export const floatOrNull = kind('Float', 'float', (args, name) => args.numberOrNull(name));

/** The id of an object, which becomes its global id. */
export const idOf = (type: NodeType) => kind('ID!', 'integer', (args, name) => globalId(type, args.id(name)));
/** Likewise, a list of them. */
export const idsOf = (type: NodeType) =>
  kind('[ID!]!', { list: 'integer' }, (args, name) => args.ids(name).map((id) => globalId(type, id)));

/** The id of a user, by default that of the current one. */
export const userOrSelf = <const Name extends string>(name: Name, about: string): Read<`${Name}: ID!`> => ({
  becomes: `${name}: ID!`,
  described: { type: 'integer', default: 'the current user', about },
  read: (args, field, { viewerId }) => globalId('User', args.idOrNull(field) ?? viewerId),
});

/** A flag of the query. */
export const flag = <const Name extends string>(name: Name, about: string): Read<`${Name}: Boolean!`> => ({
  becomes: `${name}: Boolean!`,
  described: { type: 'boolean', default: '0', about },
  read: (args, field) => args.flag(field),
});

type Words = Readonly<Record<string, string>>;
const ofWords = (read: (args: Args, name: string, words: Words) => unknown) => {
  return <const Enum extends string>(type: Enum, words: Words) =>
    <const Name extends string>(name: Name, told: Told = {}) =>
      kind(type, 'text', (args, field) => read(args, field, words))(name, { values: Object.keys(words), ...told });
};
/** A value of an enum, as a table of words of the interface spells it; an empty text is refused. */
export const word = ofWords((args, name, words) => args.word(name, words));
/** Likewise, but an empty text is null. */
export const wordOrNull = ofWords((args, name, words) => args.wordOrNull(name, words));

/** A field of a change: null changes nothing where there must be a value (decisions D294). */
export function kept<Becomes extends string>({ becomes, described, read }: Read<Becomes>): Read<Becomes> {
  return { becomes, described, read: (...given) => read?.(...given) ?? undefined };
}

/** A parameter that is read with another one. */
export const readBeside = (described: Parameter): Read<never> => ({ becomes: '' as never, described });

/** What the contract says of parameters. */
export function described(reads: Reads | undefined): { [name: string]: Parameter } | undefined {
  return reads && Object.fromEntries(Object.entries(reads).map(([name, one]) => [name, one.described]));
}

/** The name in the declaration of a variable. */
export const nameIn = (declared: string) => declared.slice(0, declared.indexOf(':'));

/** Makes the function that reads the variables of a request. */
export function readerOf(reads: Reads) {
  const all = Object.entries(reads).flatMap(([name, { becomes, read }]) =>
    read ? [{ name, variable: nameIn(becomes), read }] : [],
  );
  return (request: RestRequest): Record<string, unknown> => {
    const found: Record<string, unknown> = {};
    for (const { name, variable, read } of all) found[variable] = read(request.args, name, request);
    return found;
  };
}
