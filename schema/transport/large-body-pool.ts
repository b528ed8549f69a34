import { invalidFields } from '../../src/errors.ts';
import type { Violation } from '../../src/errors.ts';
import { inputError } from '../execution/failure-errors.ts';
import type { Caller } from '@runners/limits';
import { WorkerPool } from '../../src/platform/worker-pool.ts';
import { isParsedOnLoop } from '../../src/platform/bodies/on-loop.ts';
import { answerOf } from './large-body.ts';
import type { KnownDocuments } from '@runners/graphql';
import type { LargeInputs } from './large-inputs.ts';

/** The input of a worker besides the bytes. */
export interface LargeBodyForm {
  inputs: LargeInputs;
  /** The document that the request seems to name, if it is known. */
  named: { name: string; text: string } | undefined;
}

/** What a worker answers. */
export type LargeBodyAnswer = { body: Record<string, unknown> } | { wrong: readonly Violation[] };

/** Parses large requests, and very large ones outside the event loop, which would otherwise be blocked for seconds. */
export class LargeBodies {
  readonly #inputs: LargeInputs;
  readonly #known: KnownDocuments;
  readonly #pool = new WorkerPool<LargeBodyForm, LargeBodyAnswer>({
    // A request of 32 MiB takes one to three seconds.
    cpuMs: 30_000,
    // the compiled file: the compiler leaves strings alone
    script: new URL('./large-body-worker.js', import.meta.url),
  });

  constructor(inputs: LargeInputs, known: KnownDocuments) {
    this.#inputs = inputs;
    this.#known = known;
  }

  /**
   * The request, with the tracks and files in its variables already parsed.
   * @param bytes must not change until the promise settles
   * @throws Failure TOO_LARGE, MALFORMED; GraphQLError INVALID; as `WorkerPool.run`
   */
  async read(bytes: Buffer, caller: Caller): Promise<Record<string, unknown>> {
    const form = { inputs: this.#inputs, named: this.#known.namedIn(bytes) };
    const [answer] = isParsedOnLoop(bytes.length, 'json', caller)
      ? answerOf(bytes, form)
      : [await this.#pool.run(bytes, form, caller)];
    if ('body' in answer) return answer.body;
    throw inputError(invalidFields(answer.wrong));
  }
}
