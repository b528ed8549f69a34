import { GraphQLError, Kind } from 'graphql';
import type { DocumentNode, SelectionSetNode } from 'graphql';
import { extensionsOf } from '../../src/errors.ts';

const conditions = new Set(['skip', 'include']);

/**
 * Checks that the root field of a subscription depends on no condition (decisions P24), because a subscription without a field
 * has no events. The current text of the specification has the same rule. It is checked before the rules of the library,
 * which evaluate such a condition without the variables.
 * @throws an array of GraphQLErrors
 */
export function checkSubscriptionRoots(document: DocumentNode): void {
  const errors: GraphQLError[] = [];
  const fragments = new Map<string, SelectionSetNode>();
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      const condition = selection.directives?.find(({ name }) => conditions.has(name.value));
      if (condition)
        errors.push(
          new GraphQLError(`The root field of a subscription cannot have the directive @${condition.name.value}.`, {
            nodes: [condition],
            extensions: extensionsOf('GRAPHQL_VALIDATION_FAILED'),
          }),
        );
      if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      if (selection.kind !== Kind.FRAGMENT_SPREAD) continue;
      const fragment = fragments.get(selection.name.value);
      // Each fragment is visited once.
      fragments.delete(selection.name.value);
      if (fragment) visit(fragment);
    }
  };
  for (const one of document.definitions)
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one.selectionSet);
  for (const one of document.definitions)
    if (one.kind === Kind.OPERATION_DEFINITION && one.operation === 'subscription') visit(one.selectionSet);
  if (errors.length > 0) throw errors;
}
