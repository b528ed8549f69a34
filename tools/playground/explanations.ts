import { print } from 'graphql';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Executor } from '../../schema/execution/executor.ts';
import type { Run } from '@runners/graphql';
import type { Context } from '../../src/domain/context.ts';
import type { ContextOf } from '../../src/request/identify.ts';
import { explanationsBound as bound } from '../../src/server/developer-pages.ts';
import type { RecordedCaller } from '../../src/platform/database/callers-database.ts';
import type { StatementObserver } from '@runners/postgres';
import type { RequestRecord } from '../../src/platform/observability/request-record.ts';
import { recordOf } from '../../src/request/record.ts';
import { shortened, variablesText } from './shortened.ts';

/** A document that a REST request has run. */
interface ExplainedDocument {
  document: string;
  /** JSON, shortened. */
  variables: string;
  /** The bytes of its data as JSON; null if they cannot be written as JSON. */
  bytes: number | null;
}

/** An SQL statement that a request has run. */
interface ExplainedStatement {
  name: string;
  /** The text, shortened. Those of the ORM contain values. */
  text: string;
  /** Milliseconds. */
  ms: number;
}

/** How a REST request was answered. */
interface Explanation {
  row: string;
  /** The cost in points; null if the request was refused before it ran its document. */
  cost: number | null;
  documents: ExplainedDocument[];
  statements: ExplainedStatement[];
}

/** The header of a request that is explained. */
const header = 'x-explain';
/** The largest number of documents and statements of an explanation. */
const longest = 100;
const controls = new Set(['begin', 'commit', 'rollback']);

/**
 * Explains REST requests that ask for it with `X-Explain: on`, for the playground of the demo data only: it
 * surrounds what runs them, and where it is not installed, nothing is collected.
 */
export class Explanations {
  /** By the id of the request. */
  readonly #kept = new LRUCache<string, { record: RequestRecord; explanation: Explanation }>({ max: bound.limit });
  readonly #open = new WeakMap<RequestRecord, Explanation>();

  constructor() {
    bound.watch(() => this.#kept.size);
  }

  /**
   * Surrounds what the REST interface is made of: requests that ask for it are explained from their authentication on, and it is
   * noted which documents they run with which variables.
   */
  around(executor: Executor, contextOf: ContextOf): readonly [Executor, ContextOf] {
    const compile: Executor['compile'] = (document) => this.#noted(document, executor.compile(document));
    return [{ ...executor, compile }, this.#begun(contextOf)];
  }

  /** Observes statements as the observer does, and notes those of requests that are explained. */
  statements(observer: StatementObserver): StatementObserver {
    return {
      ended: (query, begun, failed, caller?: RecordedCaller) => {
        observer.ended(query, begun, failed, caller);
        const explanation = caller?.record && this.#open.get(caller.record);
        if (explanation) note(explanation, query as { name?: string; text?: string }, begun);
      },
    };
  }

  /** Returns the explanation of a request, once; undefined if there is none. */
  take(id: string): Explanation | undefined {
    const { record, explanation } = this.#kept.get(id) ?? {};
    this.#kept.delete(id);
    return record && explanation && { ...explanation, row: record.row, cost: record.cost };
  }

  #begun(contextOf: ContextOf): ContextOf {
    return (request) => {
      if (request.headers[header] === 'on') {
        const record = recordOf(request);
        const explanation: Explanation = { row: record.row, cost: null, documents: [], statements: [] };
        this.#open.set(record, explanation);
        this.#kept.set(record.id, { record, explanation });
      }
      return contextOf(request);
    };
  }

  #noted(document: DocumentNode, run: Run<Context>): Run<Context> {
    return async (context, variables, root) => {
      const result = await run(context, variables, root);
      const documents = this.#open.get(context.record)?.documents;
      if (documents && documents.length < longest)
        documents.push({ document: print(document), variables: variablesText(variables), bytes: bytesOf(result.data) });
      return result;
    };
  }
}

function note({ statements }: Explanation, { name, text = '' }: { name?: string; text?: string }, begun: number): void {
  const isControl = controls.has(name ?? text.trim().toLowerCase());
  if (isControl || statements.length === longest) return;
  const ms = Math.round((performance.now() - begun) * 100) / 100;
  statements.push({ name: name ?? 'of the ORM', text: shortened(text), ms });
}

function bytesOf(data: unknown): number | null {
  try {
    return Buffer.byteLength(JSON.stringify(data));
  } catch {
    return null;
  }
}
