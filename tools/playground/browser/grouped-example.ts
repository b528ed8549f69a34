/** An example of the editor. */
export interface GroupedExample {
  group: string;
  /** The name of its operation. */
  name: string;
  about: string;
  query: string;
  /** JSON, or an empty text. */
  variables: string;
  /** Whether the GPX file in its variables can be one that is chosen. */
  takesFile: boolean;
}
