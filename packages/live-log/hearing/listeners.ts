import { wordOf } from './topics.ts';
import type { Topic } from './topics.ts';

/** An event, as one listener may see it. Listeners who see the same share one object. */
export interface LiveEvent<Happened = unknown> {
  /**
   * The position of the event in the log. Subscribing with `after` resumes behind it. It is opaque and the same for
   * every reader.
   */
  readonly cursor: string;
  readonly happened: Happened;
}

/** A subscription in this process. */
export interface Listener<Who> {
  /** Who listens to what, which only those know who hand in the rules. */
  readonly who: Who;
  /** The topics by which it is found. */
  readonly topics: readonly string[];
  /** Offers an event at this position of the log. An event that it already has is ignored. Never throws. */
  offer(event: LiveEvent, seq: number): void;
}

/** The listeners to whom events are delivered. */
export interface Audience<Who> {
  /** The listener that replays events; null when the audience is all listeners of this process. */
  readonly only: Listener<Who> | null;
  /** The listeners of a topic. */
  of(topic: Topic, id?: number): Iterable<Listener<Who>>;
  /** Whether there is a listener of the topic, with any id. */
  any(topic: Topic): boolean;
}

/** One listener as an audience. */
export function audienceOf<Who>(listener: Listener<Who>): Audience<Who> {
  return {
    only: listener,
    of: (topic, id) => (listener.topics.includes(topic.of(id)) ? [listener] : []),
    any: ({ word }) => listener.topics.some((name) => wordOf(name) === word),
  };
}

/** The listeners of this process, by topic. */
export class Listeners<Who> implements Audience<Who> {
  readonly only = null;
  /** All listeners, also those that have no topic. */
  readonly #all = new Set<Listener<Who>>();
  readonly #byTopic = new Map<string, Set<Listener<Who>>>();
  readonly #counts = new Map<string, number>();

  get size(): number {
    return this.#all.size;
  }

  add(listener: Listener<Who>): void {
    this.#all.add(listener);
    for (const topic of listener.topics) {
      const there = this.#byTopic.get(topic);
      if (there) there.add(listener);
      else this.#byTopic.set(topic, new Set([listener]));
      this.#count(topic, 1);
    }
  }

  /** Removing a listener that is not there does nothing. */
  remove(listener: Listener<Who>): void {
    if (!this.#all.delete(listener)) return;
    for (const topic of listener.topics) {
      const there = this.#byTopic.get(topic);
      there?.delete(listener);
      if (there?.size === 0) this.#byTopic.delete(topic);
      this.#count(topic, -1);
    }
  }

  of(topic: Topic, id?: number): Iterable<Listener<Who>> {
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
