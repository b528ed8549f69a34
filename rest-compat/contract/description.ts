import type { FailureCode } from '../../src/errors.ts';

/** The records of the contract, by the names of their sections in `docs/contract/records.md`. */
export type RecordName =
  | 'User'
  | 'Single user'
  | 'Found user'
  | 'Author'
  | 'Profile picture'
  | 'Account result'
  | 'Preferences'
  | 'Profile'
  | 'Stats'
  | 'Workout'
  | 'Posted workout'
  | 'Post'
  | 'Posts with extra information'
  | 'Event extra'
  | 'Picture'
  | 'Comment'
  | 'Conversation'
  | 'Message'
  | 'Friendship'
  | 'Route'
  | 'EventInstance'
  | 'EventInstance subset'
  | 'EventParticipant';

/** The way in which a value is written. `docs/contract/formats.md` shows each in every format. */
export type Scalar =
  | 'integer'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'text'
  | 'date'
  | 'timestamp'
  | 'local time'
  | 'URI'
  | 'URL';

/** The type of a field: a scalar, a record, or a list of either. */
export type FieldType = Scalar | { record: RecordName } | { list: Scalar | { record: RecordName } };

/** A field of a record. */
export interface Field {
  type: FieldType;
  nullable?: true;
  /** Whether some answers do not contain the field. */
  optional?: true;
  /** The record that is in the place of its URI in some answers. */
  orRecord?: RecordName;
  /** All valid values. */
  values?: readonly string[];
  about?: string;
}

/** Fields by name. */
export type Fields = Readonly<Record<string, Field>>;

/** A record: a mapping with these fields. */
export interface RecordDescription {
  about: string;
  fields: Fields;
}

/** A parameter of the query string, a header, or a field of a body. */
export interface Parameter {
  type: Scalar | 'route points' | { list: Scalar };
  required?: true;
  /** A description of the default value. */
  default?: string;
  values?: readonly string[];
  about?: string;
}

/** Parameters by name. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** The body of an answer. */
export type AnswerBody =
  | 'empty'
  | 'GPX'
  | { record: RecordName }
  /** The list envelope, `{meta, objects}`. */
  | { list: RecordName }
  /** The envelope of the post list. */
  | { feed: RecordName }
  /** An array without an envelope. */
  | { array: RecordName }
  | { fields: Fields };

/** A successful answer of a row. */
export interface Answer {
  status: 200 | 201 | 202 | 204;
  body: AnswerBody;
  /** The resource that the `Location` header names. */
  location?: string;
  when?: string;
}

/** The description of a row, in addition to the entry in the table of rows. */
export interface RowDescription {
  /** One or two sentences. */
  about: string;
  /** Likewise, for further labels of the same row. */
  abouts?: Readonly<Record<string, string>>;
  query?: Parameters;
  headers?: Parameters;
  /** The fields of the body. Rows that accept bytes have none, because their formats describe the body. */
  body?: Parameters;
  answers: readonly Answer[];
  /** The failures of this row, and when they occur. `rest-compat/errors.ts` defines the status and body of each. */
  errors?: Partial<Record<FailureCode, string>>;
}

/** When `UNPROVEN` is answered, on all rows through which users write to strangers. */
export const unproven =
  'The service requires users to prove their address before they write to strangers (`WRITE_TO_STRANGERS`), and the current user has not.';
