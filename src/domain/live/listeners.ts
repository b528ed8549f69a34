import type { LiveEvent } from './live.ts';
import type { Interest } from './interests/index.ts';
import { wordOf } from './topics.ts';
import type { Topic } from './topics.ts';

/** A subscription in this process. */
export interface Listener {
  readonly viewerId: number;
  readonly interest: Interest;
  /** The topics by which it is found (`EventSources` of its interest). */
  readonly topics: readonly string[];
  /** Offers an event at this position of the log. An event that it already has is ignored. Never throws. */
  offer(event: LiveEvent, seq: number): void;
}

/** The listeners to whom events are delivered. */
export interface Audience {
  /** The listener that replays events; null when the audience is all listeners of this process. */
  readonly only: Listener | null;
  /** The listeners of a topic. */
  of(topic: Topic, id?: number): Iterable<Listener>;
  /** Whether there is a listener of the topic, with any id. */
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

/** The listeners of this process, by topic: those of a feed by viewer, author or grid cell. */
export class Listeners implements Audience {
  readonly only = null;
  /** All listeners. A subscription to the local feed by a viewer without a place has no topic. */
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

  /** Removing a listener that is not there does nothing. */
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
