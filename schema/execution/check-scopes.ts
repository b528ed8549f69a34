import { getNamedType, getOperationAST, isCompositeType, Kind } from 'graphql';
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLCompositeType,
  GraphQLField,
  GraphQLFieldResolver,
  GraphQLSchema,
  SelectionSetNode,
} from 'graphql';
import { mustHold } from '../../src/domain/accounts/api-keys.ts';
import { allScopes } from '../../src/domain/rules/scopes.ts';
import type { Scopes } from '../../src/domain/rules/scopes.ts';
import type { Context } from '../../src/domain/context.ts';
import { readGlobalId } from '../global-id.ts';
import { needsNoKey, rulesOf, scopesOfRoot } from '../root-field.ts';
import { scopesOfField, scopesOfType } from '../scope.ts';

type Fragments = Readonly<Record<string, FragmentDefinitionNode | undefined>>;

/** The scopes that the selection below a root field requires, by the node of the field. Cached documents have the same nodes. */
const known = new WeakMap<FieldNode, Scopes>();

/** A resolver, or the function that begins a subscription. */
type Run = GraphQLFieldResolver<unknown, Context>;

/**
 * Refuses a root field to keys without the scopes that the field and its selection require. This takes one comparison for a key with all
 * scopes, and one lookup in a map for other keys.
 */
export function requiringScopes(schema: GraphQLSchema, field: GraphQLField<unknown, Context>, run: Run): Run {
  if (needsNoKey(field)) return run;
  const own = scopesOfRoot(field);
  const isById = rulesOf(field).scope === 'by id';
  return (source, args: Record<string, unknown>, context, info) => {
    const { viewer } = context;
    if (viewer && viewer.scopes !== allScopes) {
      const ofArguments = isById ? ofIds(schema, args) : 0;
      mustHold(viewer, own | ofArguments | below(schema, info.fragments, info.fieldNodes, field.type));
    }
    return run(source, args, context, info);
  };
}

/** The scopes for the objects with these ids, of any type. */
function ofIds(schema: GraphQLSchema, { id, ids = [id] }: Record<string, unknown>): Scopes {
  return (ids as unknown[]).reduce<Scopes>((needed, text) => {
    const read = readGlobalId(String(text));
    return read ? needed | scopesOfType(schema, read.type) : needed;
  }, 0);
}

function below(
  schema: GraphQLSchema,
  fragments: Fragments,
  nodes: readonly FieldNode[],
  type: Parameters<typeof getNamedType>[0],
): Scopes {
  const named = getNamedType(type);
  return nodes.reduce<Scopes>((needed, node) => {
    let found = known.get(node);
    if (found === undefined) {
      found = isCompositeType(named)
        ? ofSelection({ schema, fragments, seen: new Set() }, named, node.selectionSet)
        : 0;
      known.set(node, found);
    }
    return needed | found;
  }, 0);
}

/** The state while a selection is read. Each fragment is read once, since it adds the same scopes wherever it is spread. */
interface Walk {
  schema: GraphQLSchema;
  fragments: Fragments;
  seen: Set<string>;
}

function ofSelection(walk: Walk, type: GraphQLCompositeType, selection: SelectionSetNode | undefined): Scopes {
  let needed: Scopes = 0;
  for (const node of selection?.selections ?? []) {
    if (node.kind === Kind.FIELD) needed |= ofField(walk, type, node);
    else if (node.kind === Kind.INLINE_FRAGMENT)
      needed |= ofSelection(walk, typeNamed(walk, node.typeCondition?.name.value) ?? type, node.selectionSet);
    else needed |= ofFragment(walk, node.name.value);
  }
  return needed;
}

function ofField(walk: Walk, type: GraphQLCompositeType, node: FieldNode): Scopes {
  const field = 'getFields' in type ? type.getFields()[node.name.value] : undefined;
  if (!field) return 0;
  const inner = getNamedType(field.type);
  const own = scopesOfField(type, field);
  return isCompositeType(inner) ? own | ofSelection(walk, inner, node.selectionSet) : own;
}

function ofFragment(walk: Walk, name: string): Scopes {
  const fragment = walk.fragments[name];
  const type = typeNamed(walk, fragment?.typeCondition.name.value);
  if (!fragment || !type || walk.seen.has(name)) return 0;
  walk.seen.add(name);
  return ofSelection(walk, type, fragment.selectionSet);
}

function typeNamed({ schema }: Walk, name: string | undefined): GraphQLCompositeType | undefined {
  const type = name === undefined ? undefined : schema.getType(name);
  return isCompositeType(type) ? type : undefined;
}

/**
 * Returns the scopes that a document requires, for a check before its execution: those of its root fields and of their
 * selections. The executed root fields are checked again during the execution.
 * @param which with `certain`, root fields with `@include` or `@skip` are left out
 */
export function scopesOfDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
  which: 'certain' | 'possible',
): Scopes {
  const operation = getOperationAST(document, operationName);
  const type = operation && schema.getRootType(operation.operation);
  if (!operation || !type) return 0;
  const fragments: Fragments = Object.fromEntries(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  );
  // Each fragment is read once, since it adds the same scopes wherever it is spread.
  const seen = new Set<string>();
  const ofRoots = ({ selections }: SelectionSetNode): Scopes =>
    selections.reduce<Scopes>((needed, node) => {
      if (which === 'certain' && node.directives?.length) return needed;
      if (node.kind === Kind.INLINE_FRAGMENT) return needed | ofRoots(node.selectionSet);
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = seen.has(node.name.value) ? undefined : fragments[node.name.value];
        seen.add(node.name.value);
        return fragment ? needed | ofRoots(fragment.selectionSet) : needed;
      }
      const field = type.getFields()[node.name.value];
      return field && !needsNoKey(field)
        ? needed | scopesOfRoot(field) | below(schema, fragments, [node], field.type)
        : needed;
    }, 0);
  return ofRoots(operation.selectionSet);
}
