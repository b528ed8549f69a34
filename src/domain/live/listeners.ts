import type { Interest, LiveEvent } from './live.ts';

/** Somebody in this process who wants to hear. */
export interface Listener {
  readonly viewerId: number;
  readonly interest: Interest;
  /** What they are found by, `topicsOf` their interest. */
  readonly topics: readonly string[];
  /** Hands over an event at this place of the log; what it has already is ignored. Never throws. */
  offer(event: LiveEvent, seq: number): void;
}

export type Happened = LiveEvent['happened'];
/** Who hears what of an event: all who hear the same get the same object. */
export type Hearing = Array<readonly [Listener, LiveEvent]>;

/** Words of topics; each is followed by an id, `featured` stands alone. */
export type TopicWord =
  | 'messages'
  | 'conversations'
  | 'friendships'
  | 'friends'
  | 'changes'
  | 'profile'
  | 'cell'
  | 'post'
  | 'featured';

/** Who listens in this process, by what they want to hear of: those of a feed by the viewer, the author or the place. */
export class Listeners {
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

  /** Those of a topic; none where nobody is. */
  of(word: TopicWord, id?: number): Iterable<Listener> {
    return this.#byTopic.get(id === undefined ? word : `${word}:${id}`) ?? [];
  }

  /** Whether anybody listens to any topic with this word. */
  any(word: TopicWord): boolean {
    return (this.#counts.get(word) ?? 0) > 0;
  }

  #count(topic: string, change: 1 | -1): void {
    const word = topic.split(':', 1)[0] ?? topic;
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + change);
  }
}

/** What a viewer's interest is found by. @param cells grid cells around the viewer's place, for the local feed */
export function topicsOf(interest: Interest, viewerId: number, cells: readonly number[]): string[] {
  switch (interest.kind) {
    case 'messages':
    case 'conversations':
    case 'friendships':
      return [`${interest.kind}:${viewerId}`];
    case 'postChanges':
      return [interest.postId === null ? `changes:${viewerId}` : `post:${interest.postId}`];
    case 'posts':
      if (interest.feed === 'profile') return [`profile:${interest.userId}`];
      if (interest.feed === 'friends') return [`friends:${viewerId}`];
      return interest.feed === 'featured' ? ['featured'] : cells.map((cell) => `cell:${cell}`);
  }
}
