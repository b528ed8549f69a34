import type { IncomingMessage, ServerResponse } from 'node:http';
import inject from 'light-my-request';
import type { Context } from '../../src/domain/context.ts';
import { runWithoutEffect } from '../../src/domain/idempotency/run-without-effect.ts';
import type { TranslatorHost } from '../../src/server/developer-pages.ts';
import { giveRecord } from '../../src/request/record.ts';
import { makeRestHandler } from '../../rest-compat/router.ts';
import { base } from '../../rest-compat/uris.ts';
import { NotCompared } from './compare.ts';
import type { Send } from './compare.ts';
import { mostCompared } from './comparison/tree.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Executes requests of the two interfaces in this process, with the key and the budget of a caller, and undoes what they write.
 * There is no network between, so no other address than the two interfaces can be reached. An answer is given up where it is too long.
 */
export class DryRun {
  readonly #host: TranslatorHost;
  readonly #contexts = new WeakMap<object, Context>();
  #handlers: { rest: Handle; graphql: Handle } | null = null;

  constructor(host: TranslatorHost) {
    this.#host = host;
  }

  /**
   * Returns a function that sends requests.
   * @param outer the request of the caller, whose address is charged, and whose end cancels what runs
   */
  sender(outer: IncomingMessage, authorization: string): Send {
    return async ({ method, url, headers, body }) => {
      const isRest = url.startsWith(`${base}/`);
      // It never ends, so a call that is only tried is not counted as one of its client.
      const record = this.#host.processContext.observer.beginWork();
      const context = await this.#host.contextOf(outer, authorization, isRest ? 'rest' : 'graphql', record);
      return runWithoutEffect(context, async (own) => {
        const length = { bytes: 0 };
        const answer = await inject(this.#dispatch(own, isRest, length), {
          method: method as 'GET',
          url,
          headers: { ...headers, authorization },
          ...(body.length > 0 ? { payload: body } : {}),
        }).catch(() => null);
        if (length.bytes > mostCompared.other) throw new NotCompared(tooLong);
        if (!answer) throw new NotCompared('It was executed, but its answer was not given to its end.');
        return { status: answer.statusCode, headers: answer.headers, body: answer.payload };
      });
    };
  }

  /** @param length receives the number of bytes of the answer */
  #dispatch(context: Context, isRest: boolean, length: { bytes: number }) {
    const contextOf = async (request: IncomingMessage) => this.#contexts.get(request) as Context;
    // They are made when they are first used, which is never in most processes.
    const { publicUrl, plan } = this.#host.processContext;
    this.#handlers ??= {
      // Nothing is switched off for calls that are only tried: whoever moves away from a row reads what replaces it.
      rest: makeRestHandler(this.#host.executor, contextOf, publicUrl, plan.none(), { playground: true, demo: null }),
      graphql: this.#host.graphql.handlerFor(contextOf).handle,
    };
    const handle = isRest ? this.#handlers.rest : this.#handlers.graphql;
    return (request: unknown, response: unknown) => {
      stopBeyond(response as ServerResponse, length);
      this.#contexts.set(request as object, context);
      giveRecord(request as IncomingMessage, context.record);
      handle(request as IncomingMessage, response as ServerResponse);
    };
  }
}

const tooLong = `It was executed, but its answer is longer than ${mostCompared.other} bytes, so that it is not compared here.`;

/** Ends an answer that becomes too long, as a caller who hangs up does. */
function stopBeyond(response: ServerResponse, length: { bytes: number }): void {
  const write = response.write.bind(response) as (chunk: string | Buffer, ...rest: unknown[]) => boolean;
  response.write = (chunk: string | Buffer, ...rest: unknown[]) => {
    length.bytes += Buffer.byteLength(chunk);
    if (length.bytes <= mostCompared.other) return write(chunk, ...rest);
    response.destroy();
    return false;
  };
}
