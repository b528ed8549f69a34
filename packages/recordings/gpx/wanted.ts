/** An element of the extensions of a file whose texts are kept, in any namespace. */
export interface WantedElement {
  /** Its name without a prefix. */
  name: string;
  /**
   * Where it stands: at any depth in the extensions of `gpx`, `metadata` and `trk`, with the text of elements inside it; or directly
   * in those of `metadata`, without that text.
   */
  where: 'anywhere' | 'in metadata';
  /** How many different texts are kept. */
  most: number;
  /** What is kept of a text; by default, the text without white space around it. Empty texts count as absent. */
  kept?: (text: string) => string;
}
