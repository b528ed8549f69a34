import { defaultFieldResolver, getNamedType, getOperationAST, isCompositeType, Kind } from 'graphql';
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLCompositeType,
  GraphQLResolveInfo,
  GraphQLSchema,
  SelectionSetNode,
} from 'graphql';
import { mustHold } from '../../src/domain/accounts/api-keys.ts';
import { allScopes } from '../../src/domain/rules/scopes.ts';
import type { Scopes } from '../../src/domain/rules/scopes.ts';
import type { Context } from '../../src/domain/context.ts';
import { readGlobalId } from '../global-id.ts';
import { needsNoKey, scopesOfField, scopesOfRoot, scopesOfType } from './scopes.ts';

type Fragments = Readonly<Record<string, FragmentDefinitionNode | undefined>>;

/** The scopes that the selection below a root field requires, by the node of the field. Cached documents have the same nodes. */
const known = new WeakMap<FieldNode, Scopes>();

/**
 * Refuses root fields to keys without the scopes that the field and its selection require. For each root field, this takes one
 * comparison for a key with all scopes, and one lookup in a map for other keys.
 */
export function checkScopes(schema: GraphQLSchema): void {
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (needsNoKey(root?.name ?? '', field.name)) continue;
      const own = scopesOfRoot(root?.name ?? '', field.name);
      const check = (args: Record<string, unknown>, { viewer }: Context, info: GraphQLResolveInfo) => {
        if (!viewer || viewer.scopes === allScopes) return;
        mustHold(viewer, own | ofIds(args, field.name) | below(schema, info.fragments, info.fieldNodes, field.type));
      };
      // A subscription is checked when it begins, because its events are computed once for many readers.
      const name = root === schema.getSubscriptionType() ? 'subscribe' : 'resolve';
      const run = field[name] ?? defaultFieldResolver;
      field[name] = (source, args, context: Context, info) => {
        check(args, context, info);
        return run(source, args, context, info) as unknown;
      };
    }
  }
}

/** The scopes for the objects with these ids, for the root fields that return objects of any type. */
function ofIds({ id, ids }: Record<string, unknown>, field: string): Scopes {
  if (field !== 'node' && field !== 'nodes') return 0;
  const texts = field === 'node' ? [id] : (ids as unknown[]);
  return texts.reduce<Scopes>((needed, text) => {
    const read = readGlobalId(String(text));
    return read ? needed | scopesOfType(read.type) : needed;
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
  const own = scopesOfField(type.name, field.name);
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
      return field && !needsNoKey(type.name, field.name)
        ? needed | scopesOfRoot(type.name, field.name) | below(schema, fragments, [node], field.type)
        : needed;
    }, 0);
  return ofRoots(operation.selectionSet);
}
