import { Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { Prepared } from '../execution/documents.ts';

/** The same subscription, begun after another cursor than its document says. */
export function resumedAfter(schema: GraphQLSchema, prepared: Prepared, cursor: string): Prepared {
  const types = new TypeInfo(schema);
  const subscription = schema.getSubscriptionType();
  const after = {
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: 'after' },
    value: { kind: Kind.STRING, value: cursor },
  } as const;
  const document = visit(
    prepared.document,
    visitWithTypeInfo(types, {
      Field: (node) =>
        types.getParentType() === subscription
          ? { ...node, arguments: [...(node.arguments ?? []).filter(({ name }) => name.value !== 'after'), after] }
          : false,
    }),
  );
  return { ...prepared, document };
}
