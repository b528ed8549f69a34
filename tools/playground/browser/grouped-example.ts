/** An example of the editor. */
export interface GroupedExample {
  group: string;
  /** The name of its operation. */
  name: string;
  about: string;
  query: string;
  /** JSON, or an empty text. */
  variables: string;
  /** Whether its variable `input.gpx` can be filled with a file. */
  takesFile: boolean;
}
