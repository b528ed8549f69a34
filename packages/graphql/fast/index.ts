/*
 * The only door of this folder, which uses parts of graphql-js and TypeGraphQL that they do not document (../README.md).
 * `EXECUTION=interpreted` does without all of it.
 */
export { makeCompile } from './compiled-operation.ts';
export { callDirectly } from './direct-resolvers.ts';
