/** A topic by which listeners of this process are found: a word, alone or with the id of a viewer, an author, a place … */
export interface Topic {
  readonly word: string;
  /** The name that stands in a listener's `topics`. */
  of(id?: number): string;
}

/** Declares the topic of an interest. */
export function topic(word: string): Topic {
  return { word, of: (id) => (id === undefined ? word : `${word}:${id}`) };
}

/** The word of a topic's name. */
export function wordOf(name: string): string {
  return name.split(':', 1)[0] ?? name;
}
