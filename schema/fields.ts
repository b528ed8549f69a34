import 'reflect-metadata';
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { ClassType } from 'type-graphql';
import * as enums from './enums.ts';
import { WallClock } from './events/wall-clock.ts';
import type { NodeType } from './global-id.ts';
import { Cost } from './prices.ts';
import type { Ref } from './rows.ts';
import { CalendarDate, DatabaseId, DateTime, Gpx, ImageData, RecordingData } from './scalars.ts';

/** The scalars of fields, with their values. */
interface Scalars {
  ID: string;
  String: string;
  Boolean: boolean;
  Int: number;
  Float: number;
  DateTime: string;
  WallClock: string;
  Gpx: Buffer;
  ImageData: Buffer;
  RecordingData: Buffer;
  DatabaseId: number;
  CalendarDate: string;
}

const scalars = {
  ID,
  String,
  Boolean,
  Int,
  Float,
  DateTime,
  WallClock,
  Gpx,
  ImageData,
  RecordingData,
  DatabaseId,
  CalendarDate,
} satisfies Record<keyof Scalars, unknown>;

type Enums = typeof enums;
/** The id of an object of one type, which a mutation gets as the integer in it (`schema/mutation.ts`). */
type IdName = `ID<${NodeType}>`;
type GivenName = keyof Scalars | keyof Enums;
type Texts<Name extends string> = Name | `${Name}!` | `[${Name}!]` | `[${Name}!]!`;

type Value<Name> = Name extends keyof Scalars
  ? Scalars[Name]
  : Name extends keyof Enums
    ? Enums[Name][keyof Enums[Name]]
    : Name extends NodeType
      ? Ref<Name>
      : Name extends IdName
        ? number
        : never;
type OneOrMore<Text> = Text extends `[${infer Name}!]` ? Value<Name>[] : Value<Text>;
/** What a field with a type has, as GraphQL writes it: `[ID!]!`, or a class. */
type ValueOf<Type> = Type extends () => ClassType<infer Instance>
  ? Instance
  : Type extends `${infer Text}!`
    ? OneOrMore<Text>
    : OneOrMore<Type> | null;

type FieldsOf<Name extends string> = Readonly<
  Record<
    string,
    readonly [type: Texts<Name>, description: string, defaultValue?: boolean | number | string, deprecated?: string]
  >
>;
type GivenFields = FieldsOf<GivenName>;
/** The fields of the input of a mutation. */
export type InputFields = FieldsOf<GivenName | IdName>;
/** What a resolver gets for these fields. */
export type Given<Fields extends InputFields> = {
  -readonly [Name in keyof Fields as Fields[Name][0] extends `${string}!` ? Name : never]: ValueOf<Fields[Name][0]>;
} & {
  -readonly [Name in keyof Fields as Fields[Name][0] extends `${string}!` ? never : Name]?: ValueOf<Fields[Name][0]>;
};

export type OutputFields = Readonly<
  Record<
    string,
    readonly [
      type: Texts<GivenName | NodeType> | (() => ClassType<object>),
      description: string,
      cost?: number,
      deprecated?: string,
    ]
  >
>;
/** What a mutation returns for these fields. */
export type Payload<Fields extends OutputFields> = {
  -readonly [Name in keyof Fields]: ValueOf<Fields[Name][0]> | Promise<ValueOf<Fields[Name][0]>>;
};

/** The class whose fields another has as well. */
type Base<Shape> = abstract new () => Shape;
export type Extended<Shape> = new () => Shape;

/**
 * The class of an input or of arguments with these fields, for its own class to extend, and with those of a base. A field is its type,
 * its description, its default, and why it is deprecated: `{ id: ['ID!', 'Id of the comment.'] }`.
 */
export function inputFields<const Fields extends GivenFields>(fields: Fields): Extended<Given<Fields>>;
export function inputFields<const Fields extends GivenFields, Shape extends object>(
  base: Base<Shape>,
  fields: Fields,
): Extended<Shape & Given<Fields>>;
export function inputFields(...given: [GivenFields] | [Base<object>, GivenFields]): Extended<object> {
  const Fields = extended(given);
  ArgsType()(Fields);
  InputType()(Fields);
  for (const [name, [type, description, defaultValue, deprecationReason]] of Object.entries(
    given.at(-1) as GivenFields,
  ))
    declareField(Fields, name, type, { description, defaultValue, deprecationReason });
  return Fields;
}

/**
 * The class of a payload, or of another object without resolvers, with these fields, for its own class to extend, and with those of a base. A field is its type, its description,
 * its cost, if it has one, and why it is deprecated: `{ comment: ['Comment!', 'The comment as stored.'] }`. A value can be a getter, which is only read when
 * its field is selected.
 */
export function outputFields<const Fields extends OutputFields>(fields: Fields): Extended<Payload<Fields>>;
export function outputFields<const Fields extends OutputFields, Shape extends object>(
  base: Base<Shape>,
  fields: Fields,
): Extended<Shape & Payload<Fields>>;
export function outputFields(...given: [OutputFields] | [Base<object>, OutputFields]): Extended<object> {
  const Fields = extended(given);
  ObjectType({ simpleResolvers: true })(Fields);
  for (const [name, [type, description, cost, deprecationReason]] of Object.entries(given.at(-1) as OutputFields)) {
    declareField(Fields, name, type, { description, deprecationReason });
    if (cost !== undefined) Cost(cost)(Fields.prototype as object, name);
  }
  return Fields;
}

function extended([base]: readonly unknown[]): ClassType<object> {
  return typeof base === 'function' ? class Fields extends (base as ClassType<object>) {} : class Fields {};
}

type Options = { description: string; defaultValue?: unknown; deprecationReason: string | undefined };

function declareField(of: ClassType<object>, name: string, type: string | (() => object), options: Options): void {
  const [, list, named, required] =
    /^(\[?)(\w+)(?:<\w+>)?[!\]]*?(!?)$/.exec(typeof type === 'string' ? type : 'Class!') ?? [];
  const one = () => (typeof type === 'string' ? typeNamed(named ?? '') : type());
  Field(() => (list ? [one()] : one()) as never, { ...options, nullable: !required })(of.prototype, name);
}

declare const TypeGraphQLMetadataStorage: { objectTypes: readonly { name: string; target: object }[] };

/** The type with this name. Object types are those that TypeGraphQL knows when it makes the schema, so that modules needn't import each other's. */
function typeNamed(name: string): object {
  const known: Readonly<Record<string, object>> = { ...scalars, ...enums };
  const type = known[name] ?? TypeGraphQLMetadataStorage.objectTypes.find((object) => object.name === name)?.target;
  if (!type) throw new Error(`There is no type ${name}.`);
  return type;
}
