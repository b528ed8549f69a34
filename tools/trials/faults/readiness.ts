import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** An answer of `/readyz`: its status (0 for none) and its duration. */
interface Look {
  at: number;
  ms: number;
  status: number;
  text: string;
}

/** The number of milliseconds within which `/readyz` has to answer, and has to be correct after a change. */
const truthMs = 2000;

/** Requests `/readyz` continuously, and compares the answers with the expected state. */
export class Readiness {
  readonly #url: string;
  readonly #looks: Look[] = [];
  readonly #truths: { from: number; ready: boolean; text: RegExp }[] = [];
  #withinMs = truthMs;
  #stopped = false;
  readonly #watching: Promise<void>;

  constructor(url: string) {
    this.#url = url;
    this.#watching = this.#watch();
  }

  /** Sets the expected state: whether the service is ready, and what else `/readyz` reports. */
  is(ready: boolean, text = /(?:)/): void {
    this.#truths.push({ from: performance.now(), ready, text });
  }

  /** Removes all answers and expectations. */
  begin(): void {
    this.#looks.length = 0;
    this.#withinMs = truthMs;
    this.#truths.length = 0;
    this.is(true);
  }

  /** Removes the expectation. @param withinMs within which every answer has to come until the next fault */
  open(withinMs = truthMs): void {
    this.#withinMs = withinMs;
    this.#truths.push({ from: performance.now(), ready: true, text: /never/ });
  }

  /** Waits until the service is ready. @throws Error after this number of milliseconds */
  async ready(ms: number): Promise<number> {
    const began = performance.now();
    for (;;) {
      const look = this.#looks.at(-1);
      if (look && look.at > began && look.status === 200) return performance.now() - began;
      if (performance.now() - began > ms) throw new Error(`not ready after ${ms} ms: ${look?.status} ${look?.text}`);
      await sleep(30);
    }
  }

  /** Returns the wrong and late answers, one sentence each, and removes them. */
  async wrong(): Promise<string[]> {
    await sleep(50);
    const faults = new Set<string>();
    for (const { at, ms, status, text } of this.#looks) {
      if (status > 0 && ms > this.#withinMs) faults.add(`/readyz took ${(ms / 1000).toFixed(1)} s to say ${status}`);
      const since = this.#truths.findLast(({ from }) => from < at);
      if (!since || since.text.source === 'never' || status === 0 || at < since.from + truthMs) continue;
      // While it was answered, the state changed.
      if (this.#truths.some(({ from }) => from > at && from < at + ms)) continue;
      if ((status === 200) !== since.ready)
        faults.add(
          `/readyz said ${status} (${text.trim().replaceAll('\n', ', ')}) ${((at - since.from) / 1000).toFixed(1)} s after a change`,
        );
      else if (!since.text.test(text)) faults.add(`/readyz said "${text.trim()}" without ${since.text}`);
    }
    const last = this.#truths.at(-1);
    this.begin();
    if (last) this.#truths.push({ ...last, from: performance.now() });
    return [...faults].slice(0, 5);
  }

  async close(): Promise<void> {
    this.#stopped = true;
    await this.#watching;
  }

  async #watch(): Promise<void> {
    while (!this.#stopped) {
      const at = performance.now();
      const look = await new Promise<{ status: number; text: string }>((resolve) => {
        const call = get(`${this.#url}/readyz`, { agent: false, timeout: 5000 }, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (data: string) => (text += data));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
          response.on('error', () => resolve({ status: 0, text: '' }));
        });
        call.on('timeout', () => call.destroy());
        call.on('error', () => resolve({ status: 0, text: '' }));
      });
      this.#looks.push({ at, ms: performance.now() - at, ...look });
      await sleep(200);
    }
  }
}
