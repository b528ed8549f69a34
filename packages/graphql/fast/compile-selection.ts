import {
  getNullableType,
  GraphQLError,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  GraphQLString,
  GraphQLID,
} from 'graphql';
import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLAbstractType,
  GraphQLField,
  GraphQLLeafType,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { getFieldDef } from 'graphql/execution/execute.js';
import { isPromise } from '../execute/is-promise.ts';
import { countText, failure, thrownAfter } from './compiled-fields.ts';
import { compileArguments } from './compiled-inputs.ts';
import type { CompiledField, Complete, Execution, Path, Row } from './compiled-fields.ts';
import { rowReader } from './row-reader.ts';
import { shortText } from '../execute/text-bytes.ts';

/** Compiles an operation for one set of values of the variables in `@skip` and `@include`. */
interface Source {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Record<string, FragmentDefinitionNode>;
  conditions: Record<string, unknown>;
}

/** The position of a type in the document, for the field names in errors. */
interface NodeLocation {
  parent: GraphQLObjectType;
  name: string;
  nodes: readonly FieldNode[];
  info: GraphQLResolveInfo;
}

type Collected = ReadonlyMap<string, readonly FieldNode[]>;

/** The fields of the operation itself. @throws Error when the schema has no such field */
export function compileRoot(source: Source, type: GraphQLObjectType): CompiledField[] {
  const { schema, fragments, conditions, operation } = source;
  return new Compiler(source).fields(type, collectFields(schema, fragments, conditions, type, operation.selectionSet));
}

class Compiler {
  private readonly source: Source;
  private withArgs = 0;

  constructor(source: Source) {
    this.source = source;
  }

  fields(parent: GraphQLObjectType, collected: Collected): CompiledField[] {
    return [...collected].map(([key, nodes]) => {
      const [node] = nodes as [FieldNode];
      const definition = getFieldDef(this.source.schema, parent, node) as GraphQLField<unknown, unknown> | null;
      if (!definition) throw new Error(`${parent.name} has no field ${node.name.value}`);
      const { name, type } = definition;
      const { schema, fragments, operation } = this.source;
      const info: GraphQLResolveInfo = {
        fieldName: name,
        fieldNodes: nodes,
        returnType: type,
        parentType: parent,
        path: { prev: undefined, key, typename: parent.name },
        schema,
        fragments,
        rootValue: undefined,
        operation,
        variableValues: {},
      };
      return {
        key,
        name,
        nodes,
        definition,
        resolve: definition.resolve,
        argsAt: definition.args.length > 0 ? this.withArgs++ : null,
        readArgs: compileArguments(definition, node),
        info,
        nonNull: isNonNullType(type),
        isLeaf: isLeafType(getNullableType(type)),
        complete: this.completeOf(type, { parent, name, nodes, info }),
      };
    });
  }

  private completeOf(type: GraphQLOutputType, location: NodeLocation): Complete {
    if (isNonNullType(type)) return nonNull(this.completeSome(type.ofType, location), location);
    const some = this.completeSome(type, location);
    return (run, value, path, key) => (value == null ? null : some(run, value, path, key));
  }

  /** Completes values that are not null. Errors that a resolver returns instead of throwing them are thrown. */
  private completeSome(type: GraphQLOutputType, location: NodeLocation): Complete {
    if (isLeafType(type)) return leaf(type);
    if (isListType(type)) return this.list(type.ofType, location);
    if (isObjectType(type)) return object(this.subfields(type, location));
    if (isAbstractType(type)) return this.abstract(type, location);
    throw new Error(`${String(type)} is no type of an answer`);
  }

  private subfields(type: GraphQLObjectType, { nodes }: NodeLocation): CompiledField[] {
    const { schema, fragments, conditions } = this.source;
    return this.fields(type, collectSubfields(schema, fragments, conditions, type, nodes));
  }

  private list(itemType: GraphQLOutputType, location: NodeLocation): Complete {
    const complete = this.completeOf(itemType, location);
    const mayNotBeNull = isNonNullType(itemType);
    const itemOf = (run: Execution, item: unknown, path: Path, at: number): unknown => {
      const failed = (error: unknown) => failure(run, location.nodes, mayNotBeNull, error, path, at);
      try {
        const whole = isPromise(item)
          ? item.then((late) => complete(run, late, path, at))
          : complete(run, item, path, at);
        return isPromise(whole) ? whole.catch(failed) : whole;
      } catch (error: unknown) {
        return failed(error);
      }
    };
    return (run, value, prev, key) => {
      if (typeof value !== 'object' || !(Symbol.iterator in (value as object))) throw thrown(value) ?? noList(location);
      const path = { prev, key, typename: undefined };
      const items: unknown[] = [];
      let pending = false;
      try {
        for (const item of value as Iterable<unknown>) {
          const whole = itemOf(run, item, path, items.length);
          pending ||= isPromise(whole);
          items.push(whole);
        }
      } catch (error: unknown) {
        if (pending) return thrownAfter(items.filter(isPromise), error);
        throw error;
      }
      return pending ? Promise.all(items) : items;
    };
  }

  private abstract(type: GraphQLAbstractType, location: NodeLocation): Complete {
    const { schema } = this.source;
    const { resolveType } = type;
    if (!resolveType) throw new Error(`${type.name} does not say which type a value has`);
    const known = new Map<unknown, Complete>();
    return (run, value, path, key) => {
      const error = thrown(value);
      if (error) throw error;
      const name = resolveType(value, run.context, location.info, type);
      let complete = known.get(name);
      if (!complete) {
        const concrete = typeof name === 'string' ? schema.getType(name) : undefined;
        if (!isObjectType(concrete) || !schema.isSubType(type, concrete))
          throw new GraphQLError(`${String(name)} is no possible type of "${type.name}".`);
        known.set(name, (complete = object(this.subfields(concrete, location))));
      }
      return complete(run, value, path, key);
    };
  }
}

function nonNull(some: Complete, { parent, name }: NodeLocation): Complete {
  const missing = () => new Error(`Cannot return null for non-nullable field ${parent.name}.${name}.`);
  return (run, value, path, key) => {
    if (value == null) throw missing();
    return some(run, value, path, key);
  };
}

function object(fields: readonly CompiledField[]): Complete {
  let read: ReturnType<typeof rowReader> | undefined;
  return (run, value, prev, key) => {
    const error = thrown(value);
    if (error) throw error;
    read ??= rowReader(fields);
    return read(run, value as Row, { prev, key, typename: undefined });
  };
}

function leaf(type: GraphQLLeafType): Complete {
  const isText = type === GraphQLString || type === GraphQLID;
  return (run, value) => {
    if (isText && typeof value === 'string') {
      if (value.length > shortText) countText(run, value);
      return value;
    }
    const error = thrown(value);
    if (error) throw error;
    const serialized: unknown = type.serialize(value);
    if (serialized == null) throw new Error(`${type.name} cannot show ${String(value)}`);
    return serialized;
  };
}

function thrown(value: unknown): Error | null {
  return value instanceof Error ? value : null;
}

function noList({ parent, name }: NodeLocation): GraphQLError {
  return new GraphQLError(`Expected Iterable, but did not find one for field "${parent.name}.${name}".`);
}
