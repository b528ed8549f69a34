import type { LiveEvent } from './live.ts';
import type { Interest } from './interests/index.ts';
import { wordOf } from './topics.ts';
import type { Topic } from './topics.ts';

/** Somebody in this process who has subscribed. */
export interface Listener {
  readonly viewerId: number;
  readonly interest: Interest;
  /** What they are found by (`Places` of their interest). */
  readonly topics: readonly string[];
  /** Hands over an event at this place of the log; what it has already is ignored. Never throws. */
  offer(event: LiveEvent, seq: number): void;
}

/** To whom events are delivered. */
export interface Audience {
  /** The one who catches up; null where it is all who listen in this process. */
  readonly only: Listener | null;
  /** Those of a topic; none where nobody is. */
  of(topic: Topic, id?: number): Iterable<Listener>;
  /** Whether anybody listens to the topic, with whatever id. */
  any(topic: Topic): boolean;
}

/** One listener as an audience. */
export function audienceOf(listener: Listener): Audience {
  return {
    only: listener,
    of: (topic, id) => (listener.topics.includes(topic.of(id)) ? [listener] : []),
    any: ({ word }) => listener.topics.some((name) => wordOf(name) === word),
  };
}

/** Who listens in this process, by what they want to hear of: those of a feed by the viewer, the author or the place. */
export class Listeners implements Audience {
  readonly only = null;
  /** All of them: a reader without a place, who wants the local feed, is found by no topic. */
  readonly #all = new Set<Listener>();
  readonly #byTopic = new Map<string, Set<Listener>>();
  readonly #counts = new Map<string, number>();

  get size(): number {
    return this.#all.size;
  }

  add(listener: Listener): void {
    this.#all.add(listener);
    for (const topic of listener.topics) {
      const there = this.#byTopic.get(topic);
      if (there) there.add(listener);
      else this.#byTopic.set(topic, new Set([listener]));
      this.#count(topic, 1);
    }
  }

  /** Removing one who is not there does nothing. */
  remove(listener: Listener): void {
    if (!this.#all.delete(listener)) return;
    for (const topic of listener.topics) {
      const there = this.#byTopic.get(topic);
      there?.delete(listener);
      if (there?.size === 0) this.#byTopic.delete(topic);
      this.#count(topic, -1);
    }
  }

  of(topic: Topic, id?: number): Iterable<Listener> {
    return this.#byTopic.get(topic.of(id)) ?? [];
  }

  any({ word }: Topic): boolean {
    return (this.#counts.get(word) ?? 0) > 0;
  }

  #count(topic: string, change: 1 | -1): void {
    const word = wordOf(topic);
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + change);
  }
}
