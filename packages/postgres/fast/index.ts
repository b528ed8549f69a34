/*
 * The only door of this folder, which uses parts of `pg` and of PGlite that they do not document (README.md). Each has a plain
 * twin in `packages/postgres/connection/plain.ts`.
 */
export { EmbeddedStatements } from './embedded-statements.ts';
export { preparedQuery, unnamedQuery } from './prepared-query.ts';
export { Client } from './row-messages.ts';
