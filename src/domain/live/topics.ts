/**
 * A topic by which listeners of this process are found: a name, alone or with the id of a viewer, an author or a place.
 */
export interface Topic {
  readonly word: string;
  /** The entry in the `topics` of a listener. */
  of(id?: number): string;
}

/** Declares the topic of an interest. */
export function topic(word: string): Topic {
  return { word, of: (id) => (id === undefined ? word : `${word}:${id}`) };
}

/** The name of the topic in such an entry. */
export function wordOf(name: string): string {
  return name.split(':', 1)[0] ?? name;
}
