import type { RowForm } from './browser/row-form.ts';
import type { ExampleIds } from '../../schema/examples/playground-examples.ts';

/** A person as whom the playground can send requests. */
interface PlaygroundPerson {
  role: string;
  userId: number;
  username: string;
  firstName: string;
  apiKey: string;
}

/** What the playground shows besides the editor. It exists with demo data only (decisions D339). */
export interface PlaygroundDemo {
  /** The key of the demo account, with which the editor is signed in. */
  apiKey: string;
  email: string;
  /** The password of all demo accounts. */
  password: string;
  /** The demo account and others of the demo data, the demo account first. */
  people: readonly PlaygroundPerson[];
  /** Reads ids for the examples. */
  examples(): Promise<ExampleIds>;
  /** The rows of the REST interface, for the forms of the page. */
  rows: readonly RowForm[];
  /** How a REST request was answered; undefined if it was not explained. */
  explanation(requestId: string): unknown;
}
