import { getNamedType, GraphQLError, isInputObjectType, Kind, ValuesOfCorrectTypeRule } from 'graphql';
import type { ASTNode, ASTVisitor, ValidationContext, ValidationRule } from 'graphql';
import { invalidFields } from '../../src/errors.ts';
import type { Violation } from '../../src/errors.ts';
import { inputError } from './failure-errors.ts';
import {
  faultsOfObject,
  faultsOfValue,
  mostFaults,
  mustNotBeNull,
  segmentsTo,
  unknownField,
  violationAt,
  withHint,
} from './input-faults.ts';
import type { Fault } from './input-faults.ts';

/** The faults that errors of this rule stand for. */
const faults = new WeakMap<GraphQLError, Violation[]>();

/** The value that the rule looks at. */
interface Current {
  node: ASTNode;
  /** The keys that lead to it. */
  keys: readonly (string | number)[];
  /** What is left of the faults of an input object. */
  open?: Iterator<Fault>;
}

/** The rule of GraphQL for values in the document itself, which also notes where in an input each of them stands. */
export const valuesOfCorrectType: ValidationRule = (context) => {
  let current: Current;
  const noting = Object.create(context, {
    reportError: {
      value: (error: GraphQLError) => {
        const noted = error.nodes ? error : new GraphQLError(error.message, { ...error, nodes: current.node });
        faults.set(noted, faultsOfLiteral(context, error, current));
        context.reportError(noted);
      },
    },
  }) as ValidationContext;
  const at =
    (visit: (...given: never[]) => unknown) =>
    (...given: never[]): unknown => {
      const [node, , , keys] = given as unknown as [ASTNode, unknown, unknown, (string | number)[]];
      current = { node, keys };
      return visit(...given);
    };
  const visitor = ValuesOfCorrectTypeRule(noting) as Record<string, unknown>;
  const noted = Object.entries(visitor).map(([kind, visit]) => [
    kind,
    typeof visit === 'function'
      ? at(visit as never)
      : Object.fromEntries(Object.entries(visit as object).map(([when, each]) => [when, at(each as never)])),
  ]);
  return Object.fromEntries(noted) as ASTVisitor;
};

function faultsOfLiteral(context: ValidationContext, error: GraphQLError, current: Current): Violation[] {
  const segments = segmentsTo(context.getDocument(), current.keys);
  // Outside of arguments there are only the defaults of variables.
  if (segments.length === 0) return [];
  return faultsAt(context, error, current).map((fault) => violationAt(segments, fault));
}

function faultsAt(context: ValidationContext, error: GraphQLError, current: Current): Fault[] {
  const { node } = current;
  // It is only refused where it may not be null.
  if (node.kind === Kind.NULL) return [mustNotBeNull];
  if (node.kind === Kind.OBJECT_FIELD) {
    const parent = getNamedType(context.getParentInputType());
    if (!isInputObjectType(parent)) return [];
    // The keys lead to the field itself, and those of other faults to the object.
    return [{ ...withHint(unknownField(parent, node.name.value), parent, error), inside: [] }];
  }
  const type = context.getInputType();
  if (!type) return [];
  const named = getNamedType(type);
  if (node.kind !== Kind.OBJECT || !isInputObjectType(named)) return faultsOfValue(type, error, node.kind === Kind.INT);
  // Its unknown fields are refused by themselves.
  const known = node.fields.filter(({ name }) => named.getFields()[name.value]);
  current.open ??= faultsOfObject(named, Object.fromEntries(known.map(({ name, value }) => [name.value, value])));
  const { value: fault } = current.open.next() as IteratorResult<Fault, undefined>;
  const names = new Set(node.fields.map(({ name }) => name.value));
  return fault ? [fault.code === 'NOT_TOGETHER' && names.size === 1 ? mustNotBeNull : fault] : [];
}

/**
 * The errors of a document, with those of its values as one that names the fields (decisions Q2).
 * @param coded gives the others their code
 */
export function withLiteralFaults(
  errors: readonly GraphQLError[],
  coded: (error: GraphQLError) => GraphQLError,
): GraphQLError[] {
  const found = new Map<string, Violation>();
  const ofValues = errors.filter((error) => (faults.get(error)?.length ?? 0) > 0);
  for (const fault of ofValues.flatMap((error) => faults.get(error) ?? []))
    if (!found.has(fault.path)) found.set(fault.path, fault);
  const others = errors.filter((error) => !ofValues.includes(error)).map(coded);
  if (found.size === 0) return others;
  const nodes = ofValues.flatMap((error) => error.nodes ?? []);
  return [inputError(invalidFields([...found.values()].slice(0, mostFaults)), nodes), ...others];
}
