import type { ExecutionResult, GraphQLFormattedError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { sharedContext, renewed } from '../../src/domain/context.ts';
import type { Context, ProcessContext } from '../../src/domain/context.ts';
import type { LiveEvent } from '../../src/domain/live/live.ts';
import { inTurn } from '../../src/request/pipeline.ts';
import type { ErrorBehavior, Prepared } from '@runners/graphql';
import type { Executor } from '../execution/executor.ts';
import { formatErrorFor } from '../execution/failure-errors.ts';
import { declareBound } from '../../src/platform/bounds.ts';

/** The fields that a subscription selects of each event. Subscriptions with the same selection share one object. */
export interface Selection {
  readonly prepared: Prepared;
  readonly variables: Record<string, unknown>;
  readonly onError: ErrorBehavior;
  /** Whether it uses the context of the reader, which is determined by executing it. */
  ofReader: boolean;
}

/** A result of an event: its JSON, and the points that it took. */
export interface EventResult {
  readonly text: string;
  readonly points: number;
}

/** Makes the JSON results of events for the selections of subscriptions. */
export interface EventResults {
  selectionOf(prepared: Prepared, variables: Record<string, unknown>, onError: ErrorBehavior): Selection;
  /**
   * The result for a reader. If the selection does not depend on the reader, it is executed once for all readers of the event,
   * in a context without a viewer, loaders or database, which records any access to them. Otherwise it is executed with the
   * context of the reader, which is new for each event, so that nothing is outdated or belongs to another reader. All
   * subscriptions of the reader with the same selection at the same time share that result. An expensive selection waits for
   * its turn, as documents do. @throws GraphQLError RATE_LIMITED or UNAVAILABLE when too many wait
   */
  resultFor(selection: Selection, event: LiveEvent, reader: Context): Promise<EventResult>;
}

const bound = declareBound(import.meta.url, {
  name: 'selections',
  holds: 'selections of subscriptions with their variables, each with at most 2,000 characters',
  limit: 2000,
  unit: 'selections',
  share: 'None: whoever fills it makes others compute again what it holds, at their usual cost.',
  beyond: 'The least recently used selection is evicted, and its results are shared by fewer subscribers.',
});
const keptLength = 2000;

export function makeEventResults(executor: Executor, processContext: ProcessContext): EventResults {
  const selections = new LRUCache<string, Selection>({ max: bound.limit });
  bound.watch(() => selections.size);
  const shared = new WeakMap<LiveEvent, Map<Selection, Promise<EventResult | null>>>();
  const format = formatErrorFor(executor);

  /** Pending results for readers, by event and then by selection and reader. */
  const underWay = new WeakMap<LiveEvent, Map<Selection, Map<number, Promise<EventResult>>>>();

  const run = (
    { prepared, variables, onError }: Selection,
    event: LiveEvent,
    context: Context,
  ): Promise<ExecutionResult> =>
    executor.execute(prepared.document, prepared.operationName, context, variables, prepared.hash, event, onError);

  const shown = ({ prepared }: Selection, result: ExecutionResult): EventResult => ({
    text: JSON.stringify(formatted(result, format)),
    points: prepared.cost.actual(result),
  });

  const once = async (selection: Selection, event: LiveEvent): Promise<EventResult | null> => {
    const { context, usedReader } = sharedContext(processContext);
    const result = await run(selection, event, context);
    if (!usedReader()) return shown(selection, result);
    selection.ofReader = true;
    return null;
  };

  const forReader = (selection: Selection, event: LiveEvent, reader: Context): Promise<EventResult> => {
    const ofEvent = mapIn(underWay, event, () => new Map<Selection, Map<number, Promise<EventResult>>>());
    const readers = mapIn(ofEvent, selection, () => new Map<number, Promise<EventResult>>());
    const { keyId = 0 } = reader.viewer ?? {};
    const { cost } = selection.prepared;
    return mapIn(readers, keyId, () =>
      inTurn(reader, cost.points, () => run(selection, event, renewed(reader)))
        .then((result) => shown(selection, result))
        .finally(() => readers.delete(keyId)),
    );
  };

  return {
    selectionOf(prepared, variables, onError) {
      const read = prepared.readVariables.map((name) => variables[name]);
      const key = `${prepared.hash} ${onError} ${prepared.operationName ?? ''} ${JSON.stringify(read)}`;
      const selection = selections.get(key) ?? { prepared, variables, onError, ofReader: false };
      if (key.length < keptLength) selections.set(key, selection);
      return selection;
    },
    async resultFor(selection, event, reader) {
      if (!selection.ofReader) {
        let results = shared.get(event);
        if (!results) shared.set(event, (results = new Map()));
        let result = results.get(selection);
        if (!result) results.set(selection, (result = once(selection, event)));
        const made = await result;
        if (made !== null) return made;
      }
      return forReader(selection, event, reader);
    },
  };
}

/** The value of a map under a key, which is created if it is missing. */
function mapIn<Key extends object | number, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Returns a result as it is sent, with the codes of failures and without internal details. */
export function formatted(
  result: ExecutionResult,
  format: ReturnType<typeof formatErrorFor>,
): { data?: ExecutionResult['data']; errors?: GraphQLFormattedError[]; extensions?: Record<string, unknown> } {
  if (!result.errors) return { data: result.data };
  const errors = result.errors.map((error) => format(error.toJSON(), error));
  return result.data === undefined ? { errors } : { errors, data: result.data };
}
