/** A parameter of a row, for a form. */
export interface FormField {
  name: string;
  in: 'path' | 'query' | 'body';
  required: boolean;
  /** Whose id it is, such as `post`; null for other values. */
  idOf: string | null;
  /** The value with which the form begins, where the label of the row contains one. */
  value: string | null;
  type: string;
  default: string | null;
  values: readonly string[];
  about: string;
}

/** A row of the REST interface, for a form that sends it. */
export interface RowForm {
  label: string;
  module: string;
  method: string;
  /** The path below the base, with its parameters in brackets and without a query. */
  path: string;
  about: string;
  fields: FormField[];
  /** The content types of a body of bytes; empty if the body consists of fields, or there is none. */
  bytes: readonly string[];
  document: string;
}
