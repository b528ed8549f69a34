/** What an error at a position that is not nullable does, in the words of the draft of the specification (graphql-spec 1163). */
export type ErrorBehavior = (typeof behaviors)[number];
const behaviors = ['PROPAGATE', 'NULL', 'HALT'] as const;

/** The behavior that the member `onError` of a request names. Undefined for any other value. */
export function errorBehaviorNamed(onError: unknown): ErrorBehavior | undefined {
  return onError === undefined || onError === null ? 'PROPAGATE' : behaviors.find((behavior) => behavior === onError);
}
