import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { messageAdded } from '../../../test/support/live.ts';

/** A user who subscribes to messages, and resumes after the last cursor when the process is killed. */
export class Subscriber {
  /** The received messages, in order. */
  readonly received: string[] = [];
  readonly #url: string;
  readonly #key: string;
  #cursor: string;
  #stop: () => void = () => {};
  #stopped = false;
  readonly #done: Promise<void>;
  interruptions = 0;

  /** @param cursor the cursor after which events are delivered */
  constructor(url: string, key: string, cursor: string) {
    this.#url = `${url.replace('http', 'ws')}/graphql`;
    this.#key = key;
    this.#cursor = cursor;
    this.#done = this.#subscribe();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stop();
    await this.#done;
  }

  /** Waits for late messages. Returns the acknowledged messages that are missing, and those that arrived twice. */
  async wrong(acknowledged: readonly string[]): Promise<string[]> {
    const missing = () => acknowledged.filter((text) => !this.received.includes(text));
    const deadline = performance.now() + 10_000;
    while (missing().length > 0 && performance.now() < deadline) await sleep(200);
    const twice = this.received.filter((text, at) => this.received.indexOf(text) !== at);
    return [
      ...missing().map((text) => `lost by a subscription: ${text}`),
      ...twice.map((text) => `twice by a subscription: ${text}`),
    ];
  }

  async #subscribe(): Promise<void> {
    while (!this.#stopped) {
      const client = createClient({
        url: this.#url,
        webSocketImpl: WebSocket,
        connectionParams: { apiKey: this.#key },
        retryAttempts: 0,
        lazy: true,
      });
      await new Promise<void>((resolve) => {
        this.#stop = client.subscribe<{ messageAdded: { cursor: string; message: { message: string } } }>(
          { query: messageAdded, variables: { after: this.#cursor } },
          {
            next: ({ data }) => {
              if (!data) return;
              this.#cursor = data.messageAdded.cursor;
              this.received.push(data.messageAdded.message.message);
            },
            error: () => resolve(),
            complete: () => resolve(),
          },
        );
        if (this.#stopped) this.#stop();
      });
      await client.dispose();
      if (this.#stopped) return;
      this.interruptions++;
      await sleep(100);
    }
  }
}
