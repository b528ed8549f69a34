import { Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { Prepared } from '@runners/graphql';

/** The subscription, started after another cursor than that of its document. */
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
