import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../../../test/support/cast.ts';
import type { Mapping } from '../../../test/support/client.ts';
import { TestSocket } from '../../../test/support/live.ts';

const query = 'subscription ($after: String) { messageAdded(after: $after) { cursor message { databaseId } } }';

/** A subscriber to messages that connects again whenever the service ends its connection, after its last cursor. */
export class Follower {
  readonly ids: number[] = [];
  /** The codes with which the service has closed its connections. */
  readonly codes: number[] = [];
  /** The codes of the errors that subscriptions ended with. */
  readonly errors: string[] = [];
  readonly #done: Promise<void>;
  #socket: TestSocket | undefined;
  #stopped = false;

  constructor(person: Person, after: string) {
    this.#done = this.#run(person, after);
  }

  async #run(person: Person, from: string): Promise<void> {
    let after = from;
    while (!this.#stopped) {
      const socket = new TestSocket(person.url);
      this.#socket = socket;
      await Promise.race([socket.init({ authorization: person.authorization }), socket.closed]);
      if (socket.raw.readyState === 1) {
        const live = socket.operate(query, { after });
        let taken = 0;
        socket.raw.on('message', () => {
          for (const { cursor, message } of live.events.slice(taken)) {
            taken++;
            after = cursor;
            this.ids.push(Number((message as Mapping)['databaseId']));
          }
        });
        void live.refused().then(
          (code) => this.errors.push(String(code)),
          () => {},
        );
        this.codes.push((await socket.closed).code);
      } else await sleep(100);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#socket?.raw.terminate();
    await this.#done;
  }
}
