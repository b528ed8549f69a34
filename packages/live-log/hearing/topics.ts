/**
 * A topic by which listeners of this process are found: a name, alone or with the id of what it is about.
 */
export interface Topic {
  readonly word: string;
  /** The entry in the `topics` of a listener. */
  of(id?: number): string;
}

/** Declares a topic. */
export function topic(word: string): Topic {
  return { word, of: (id) => (id === undefined ? word : `${word}:${id}`) };
}

/** The name of the topic in such an entry. */
export function wordOf(name: string): string {
  return name.split(':', 1)[0] ?? name;
}
