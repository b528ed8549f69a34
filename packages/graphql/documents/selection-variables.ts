import { getNamedType, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import type { DocumentNode, FieldNode, GraphQLSchema } from 'graphql';

/** The names of the variables that a subscription uses outside the arguments of its root field. */
export function selectionVariables(schema: GraphQLSchema, document: DocumentNode): string[] {
  const names = new Set<string>();
  const roots = new Set<unknown>();
  const types = new TypeInfo(schema);
  const subscription = schema.getSubscriptionType();
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(node: FieldNode) {
        const parent = types.getParentType();
        if (parent && getNamedType(parent) === subscription) roots.add(node);
      },
      VariableDefinition: () => false,
      Argument(_node, _key, _siblings, _path, ancestors) {
        const owner = ancestors.findLast((ancestor) => 'kind' in ancestor);
        return owner && 'kind' in owner && owner.kind === Kind.FIELD && roots.has(owner) ? false : undefined;
      },
      Variable: ({ name }) => void names.add(name.value),
    }),
  );
  return [...names].sort();
}
