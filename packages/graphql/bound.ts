/** The limit of a cache, which is told how to ask for its size. */
export interface Bound {
  readonly limit: number;
  watch(read: () => number): void;
}
