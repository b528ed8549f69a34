/** Patterns of collections that live longer than a call and can grow: caches, maps, sets, lists, queues and pools. */
const growing = [
  /new (LRUCache|Gate|BoundedLimiter|Piscina)\b/,
  /\bcountedCache(<[^(]*>)?\(/,
  /\bpLimit\(\d*\w*\)/,
  // These are at the top of a module, or fields of a class.
  /^(export )?(const|let) \w+[^=\n]* = (new (Map|Set|WeakMap)\b[^(\n]*\(\)|\[\]);/m,
  /^ {2}(?!const |let )(private |protected )?(readonly )?#?\w+[^=\n(]* = (new (Map|Set|WeakMap)\b[^(\n]*\(\)|\[\]);/m,
  // These are in functions that are called once.
  /^ {2}const \w+ = new (Map|Set|WeakMap)\b[^(\n]*\(\);/m,
];

/** Files in which all of these collections belong to one call, are constants of the code, or have a bound that their callers declare. */
const ofOneCall = new Set([
  'packages/wire/types/accept.ts',
  'packages/wire/yaml/read.ts',
  'rest-compat/row-names.ts',
  'tools/translate/operations/export-operations.ts',
  'tools/translate/operations/shrunk-document.ts',
  'schema/execution/apollo.ts',
  'packages/graphql/costs/count-cost.ts',
  'packages/graphql/documents/document-cache.ts',
  'packages/graphql/costs/document-costs.ts',
  'packages/graphql/execute/engine.ts',
  'packages/graphql/documents/known-documents.ts',
  'schema/execution/elements.ts',
  'schema/execution/error-behavior.ts',
  'packages/graphql/fast/direct-resolvers.ts',
  'packages/graphql/documents/checking-steps.ts',
  'schema/execution/input-faults.ts',
  'schema/execution/descriptions.ts',
  'schema/execution/retired-elements.ts',
  'packages/graphql/documents/selection-variables.ts',
  'schema/execution/subscription-roots.ts',
  'packages/graphql/costs/unused-cost.ts',
  'schema/execution/used-values.ts',
  'schema/execution/uses.ts',
  'packages/graphql/execute/without-propagation.ts',
  'tools/playground/browser/why.ts',
  'tools/playground/explanations.ts',
  'schema/transport/serve-sdl.ts',
  'src/domain/rules/grid.ts',
  'src/domain/live/announced-channels.ts',
  'packages/live-log/hearing/deliver.ts',
  'src/domain/live/who-hears.ts',
  'src/domain/people/search-words.ts',
  'packages/postgres/transaction/entity-transaction.ts',
  'packages/recordings/gpx/columns.ts',
  'packages/recordings/gpx/elements.ts',
  'packages/recordings/gpx/extensions.ts',
  'packages/recordings/gpx/read.ts',
  'packages/recordings/measure/timeline.ts',
  'packages/recordings/track/track-builder.ts',
  'packages/recordings/measure/trusted-times.ts',
  'src/errors.ts',
  'src/platform/counted-cache.ts',
  'src/platform/places/gazetteer-search.ts',
  'src/platform/places/gazetteer-towns.ts',
  'src/platform/store/copy-files.ts',
  'src/process/print-dependencies.ts',
  'tools/translate/comparison/pairs.ts',
  'tools/prove/recordings/split-har.ts',
  'tools/prove/report/counts.ts',
  'packages/graphql/costs/explain-cost.ts',
  'tools/prove/drive/driven.ts',
  'tools/prove/replay/keys.ts',
  'tools/prove/replay/world.ts',
  'src/retiring/current-plan.ts',
  'src/retiring/read-plan.ts',
  'src/retiring/usage-ledger.ts',
  'tools/take-over/bundle/known.ts',
  'tools/take-over/bundle/old-points.ts',
  'tools/take-over/check/cause-summary.ts',
  'tools/take-over/extract/notes.ts',
  'tools/take-over/load/conflicts.ts',
  'tools/take-over/load/file-loader.ts',
  'tools/take-over/load/load.ts',
  'tools/take-over/verify/verify.ts',
]);

/**
 * Returns the errors of a file with a collection that docs/bounds.md does not list, one sentence each.
 * @param file its path from the root of the repository
 * @param page the text of docs/bounds.md
 */
export function unboundedIn(file: string, source: string, page: string): string[] {
  const isListed = page.includes(`\`${file}\``);
  if (isListed || ofOneCall.has(file) || !growing.some((pattern) => pattern.test(source))) return [];
  return ['has a collection that can grow: declare its bound, or list it in docs/bounds.md with its limit'];
}
