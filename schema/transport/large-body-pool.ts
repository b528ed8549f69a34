import { availableParallelism } from 'node:os';
import { Failure, invalidFields } from '../../src/errors.ts';
import type { FailureCode, Violation } from '../../src/errors.ts';
import { inputError } from '../execution/failure-errors.ts';
import type { Caller } from '../../src/platform/limits/caller.ts';
import { WorkerFailed, WorkerPool } from '../../src/platform/worker-pool.ts';
import { isParsedOnLoop } from '../../src/platform/bodies/on-loop.ts';
import { answerOf } from './large-body.ts';
import type { KnownDocuments } from '../execution/known-documents.ts';
import type { LargeInputs } from './large-inputs.ts';

/** The input of a worker besides the bytes. */
export interface LargeBodyForm {
  inputs: LargeInputs;
  /** The document that the request seems to name, if it is known. */
  named: { name: string; text: string } | undefined;
}

/** What a worker answers. */
export type LargeBodyAnswer =
  | { body: Record<string, unknown> }
  | { wrong: readonly Violation[] }
  | { refused: { code: FailureCode; message: string } }
  | { failed: string };

/** The longest time in milliseconds that a request may take in a worker. A request of 32 MiB takes one to three seconds. */
const TIMEOUT = 30_000;

/** Parses large requests, and very large ones outside the event loop, which would otherwise be blocked for seconds. */
export class LargeBodies {
  readonly #inputs: LargeInputs;
  readonly #known: KnownDocuments;
  #pool: WorkerPool<LargeBodyForm, LargeBodyAnswer> | null = null;

  constructor(inputs: LargeInputs, known: KnownDocuments) {
    this.#inputs = inputs;
    this.#known = known;
  }

  /**
   * The request, with the tracks and files in its variables already parsed.
   * @param bytes must not change until the promise settles
   * @throws Failure TOO_LARGE, MALFORMED; GraphQLError INVALID; WorkerFailed when a worker was lost (500)
   */
  async read(bytes: Buffer, caller: Caller): Promise<Record<string, unknown>> {
    const form = { inputs: this.#inputs, named: this.#known.namedIn(bytes) };
    const [answer] = isParsedOnLoop(bytes.length, 'json')
      ? answerOf(bytes, form)
      : [await this.#inThread(bytes, form, caller)];
    if ('body' in answer) return answer.body;
    if ('wrong' in answer) throw inputError(invalidFields(answer.wrong));
    if ('refused' in answer) throw new Failure(answer.refused.code, answer.refused.message);
    throw new WorkerFailed(answer.failed);
  }

  #inThread(bytes: Buffer, form: LargeBodyForm, caller: Caller): Promise<LargeBodyAnswer> {
    this.#pool ??= new WorkerPool({
      size: Math.min(2, Math.max(1, availableParallelism() - 1)),
      timeout: TIMEOUT,
      // the compiled file: the compiler leaves strings alone
      script: new URL('./large-body-worker.js', import.meta.url),
    });
    return this.#pool.run(bytes, form, caller);
  }

  /** Ends the workers, if any. */
  async close(): Promise<void> {
    await this.#pool?.close();
    this.#pool = null;
  }
}
