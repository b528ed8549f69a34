/** Executes documents of GraphQL, counts what they cost, and keeps those that are known. README.md says what it is for. */
import type * as FastParts from './fast/index.ts';

export { makeCosts } from './costs/document-costs.ts';
export type { Cost, CostOf, Costs, CostsAround } from './costs/document-costs.ts';
export { explainCost } from './costs/explain-cost.ts';
export type { AskedOperation, ExplainedCost } from './costs/explain-cost.ts';
export { byArguments, numberOf } from './costs/quantity.ts';
export type { Extent, Quantity } from './costs/quantity.ts';
export { countSteps } from './documents/checking-steps.ts';
export { makeDocuments } from './documents/document-cache.ts';
export type { Documents, Prepared } from './documents/document-cache.ts';
export {
  documentIdOf,
  hashOf,
  isNamed,
  KnownDocuments,
  operationNameOf,
  persistedHash,
} from './documents/known-documents.ts';
export type { DocumentRefusals, DocumentRequest } from './documents/known-documents.ts';
export { makeEngine } from './execute/engine.ts';
export type { Engine } from './execute/engine.ts';
export { isPromise } from './execute/is-promise.ts';
export { errorBehaviorNamed } from './execute/on-error.ts';
export type { ErrorBehavior } from './execute/on-error.ts';
export { returning } from './execute/returning.ts';
export type { Run } from './execute/run.ts';

/** What uses undocumented parts of libraries. */
export type Fast = typeof FastParts;

/** Loads the compiled execution, which nothing else does. Without it, graphql-js executes every document. */
export const loadFast = (): Promise<Fast> => import('./fast/index.ts');
