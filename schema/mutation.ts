import { Arg, Ctx, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { ClassType } from 'type-graphql';
import type { Context } from '../src/domain/context.ts';
import type { FailureCode } from '../src/errors.ts';
import { inputFields, outputFields } from './fields.ts';
import type { Extended, Given, InputFields, OutputFields, Payload } from './fields.ts';
import { databaseIdOf } from './global-id.ts';
import type { NodeType } from './global-id.ts';
import { RootField } from './root-field.ts';
import type { RootRules } from './root-field.ts';

/** The `input` of this mutation alone, or a class: one that others share (`inputOf`), or that needs more than a table. */
type Input = readonly [description: string, fields: InputFields] | Extended<object>;
/** A payload of its own, or the class of one that others share (`payloadOf`). */
type Output = OutputFields | Extended<object>;

/** The class of an input, with its table if it was made of one. */
type Made = ClassType<object> & { fields?: InputFields };

/** What is read of an input, and how it was sent. */
type Read<Of> = Of extends readonly [string, infer Fields extends InputFields]
  ? [input: Given<Fields>, sent: Readonly<Record<keyof Fields, string>>]
  : [input: Of extends Extended<infer Shape> ? Shape : undefined];
type Answer<Of> = Of extends Extended<infer Shape> ? Shape : Of extends OutputFields ? Payload<Of> : never;

interface Declared<In, Out> extends RootRules {
  /** What it does, in the schema. */
  about: string;
  codes: readonly FailureCode[];
  deprecated?: string;
  input?: In;
  payload: Out;
  /** Calls the operation. The ids in the input are integers, and in `sent` as the client has written them. */
  run: (context: Context, ...input: Read<In>) => Answer<Out> | Promise<Answer<Out>>;
}

/**
 * Declares a mutation: what the service has to know about it (`schema/root-field.ts`), its input and payload, and how its operation is
 * called. The input and the payload of `addComment` are `AddCommentInput` and `AddCommentPayload`, unless it shares those of others. The
 * field `['ID<Post>!', …]` of an input is the id of a post, of which `run` gets the integer; any other id is refused as INVALID.
 * @returns the resolver, for the schema
 */
export function mutation<const Out extends Output, const In extends Input | undefined = undefined>(
  name: string,
  { about: description, input: sent, payload, run, deprecated: deprecationReason, ...rules }: Declared<In, Out>,
): ClassType<object> {
  const own = name.charAt(0).toUpperCase() + name.slice(1);
  const Sent = (Array.isArray(sent) ? inputOf(own, ...(sent as [string, InputFields])) : sent) as Made | undefined;
  const Result = typeof payload === 'function' ? payload : payloadOf(own, `Result of \`${name}\`.`, payload);
  const call = run as (context: Context, ...input: object[]) => unknown;
  const read = Sent && readerOf(Sent);
  class Resolves {}
  const method = read ? (sent: object, context: Context) => call(context, read(sent), sent) : call;
  const prototype = Object.assign(Resolves.prototype, { [name]: method });
  Resolver()(Resolves);
  Mutation(() => Result as ClassType, { nullable: true, description, deprecationReason })(prototype, name, {});
  RootField(rules)(prototype, name, {});
  if (Sent) Arg('input', () => Sent)(prototype, name, 0);
  Ctx()(prototype, name, Sent ? 1 : 0);
  return Resolves;
}

/** An input of its mutation alone. */
export const input = <const Fields extends InputFields>(description: string, fields: Fields) =>
  [description, fields] as const;

/** The class of an input that several mutations share, with this name and `Input`. */
export function inputOf<const Fields extends InputFields>(
  name: string,
  description: string,
  fields: Fields,
): Extended<Given<Fields>> {
  class Sent extends (inputFields(fields as never) as ClassType<object>) {}
  InputType(`${name}Input`, { description })(Sent);
  return Object.assign(Sent, { fields }) as ClassType<object> as ClassType<Given<Fields>>;
}

/** The class of a payload that several mutations share, with this name and `Payload`. */
export function payloadOf<const Fields extends OutputFields>(
  name: string,
  description: string,
  fields: Fields,
): ClassType<Payload<Fields>> {
  class Result extends (outputFields(fields) as ClassType<object>) {}
  ObjectType(`${name}Payload`, { description, simpleResolvers: true })(Result);
  return Result as ClassType<Payload<Fields>>;
}

type Ids = Record<string, string | string[] | null | undefined>;

/** Makes what reads the ids of an input, in the order of its table. */
function readerOf({ fields = {} }: Made): (sent: object) => object {
  const ids = Object.entries(fields).flatMap(([name, [declared]]) => {
    const [, of] = /<(\w+)>/.exec(declared) ?? [];
    return of ? [{ name, of: of as NodeType }] : [];
  });
  if (ids.length === 0) return (sent) => sent;
  return (sent) => {
    const read: Record<string, unknown> = { ...sent };
    for (const { name, of } of ids) {
      const id = (sent as Ids)[name];
      if (id == null) continue;
      read[name] = Array.isArray(id) ? id.map((each) => databaseIdOf(of, each, name)) : databaseIdOf(of, id, name);
    }
    return read;
  };
}
