import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';

/** What surrounds the execution of a document: whoever makes it says what is wrong with variables, and how long an answer may be. */
export interface ExecutionAround {
  /**
   * The result of an operation that was not executed.
   * @param otherwise what graphql-js says, which is the result if its variables are not the reason
   */
  refusedInput(
    schema: GraphQLSchema,
    document: DocumentNode,
    operationName: string | null | undefined,
    variables: Record<string, unknown>,
    otherwise: ExecutionResult,
  ): ExecutionResult;
  /** The result, or what is answered in its place. @param bytes of all its long texts together */
  withinSize(result: ExecutionResult, bytes: number): ExecutionResult;
}
