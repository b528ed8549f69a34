import type { TadaDocumentNode } from 'gql.tada';
import type { Context } from '../src/domain/context.ts';
import type { Failure } from '../src/errors.ts';
import type { Args } from './args.ts';
import type { Format } from './formats/formats.ts';
import type { WireValue } from './formats/wire-value.ts';

/** What a row sees of a request, once its body is read. */
export interface RestRequest {
  /** Ids of the path, by the names in the row's label; positive integers up to 2^53 (decisions W20). */
  path: Record<string, number>;
  /** Fields of the body, then of the query string (W3). */
  args: Args;
  /** The bytes of a body that is no mapping: a GPX file, a picture. */
  bytes: Buffer;
  /** Path and query as sent, for the links between pages. */
  url: string;
  /** The signed-in user's id; 0 when nobody is. */
  viewerId: number;
}

/** What a row answers. `value` is written in the format of the reply; `text` goes out as it comes. */
export interface Reply {
  status: number;
  value?: WireValue;
  /** Path of the thing made; sent as an absolute `Location` (W13). */
  location?: string;
}

/** 200, with a body when there is a value. */
export function ok(value?: WireValue): Reply {
  return value === undefined ? { status: 200 } : { status: 200, value };
}

/** 201 with the URI of what was made (W15). */
export function created(location: string, value?: WireValue): Reply {
  return value === undefined ? { status: 201, location } : { status: 201, location, value };
}

/** 202 without a body: a change was taken. */
export function accepted(): Reply {
  return { status: 202 };
}

/** 204. */
export function noContent(): Reply {
  return { status: 204 };
}

/** 404 without a body: not there, or not to be seen (W19). */
export function notFound(): Reply {
  return { status: 404 };
}

/** Runs the row's document with other variables, for replies that are made of several pages. */
type RunAgain<Data, Variables> = (variables: Variables) => Promise<Data>;

/** One row of the interface: what it takes, the GraphQL operation it means, the reply it becomes. */
interface Row<Data = never, Variables = never> {
  document: TadaDocumentNode<Data, Variables>;
  variables: (request: RestRequest) => Variables;
  reply: (data: Data, request: RestRequest) => Reply;
  /** Works without an API key (decisions A3). */
  open?: true;
  /** Formats of the body; default: JSON, XML, YAML and form data. */
  takes?: readonly Format[];
  /** Largest body in bytes; default 1 MiB (W22). */
  maxBytes?: number;
  /** The body's Content-MD5 is checked, if there is one. */
  md5?: true;
  /** The field with route points, if there is one: read off the request loop when it is large. */
  points?: string;
  /** What it costs besides a request (W23). */
  spends?: 'upload' | 'signIn' | 'passwordMail';
  /**
   * Variables that change nothing: when a field is not valid they are tried first, so that "not there" and "not yours"
   * are answered before "not valid" (A2).
   */
  unchanged?: (request: RestRequest) => Variables;
  /**
   * The same, where the operation can say what it would refuse without storing the rest: so the fields that it checks are
   * named together with those that the row cannot read (decisions N13).
   */
  validateOnly?: (variables: Variables) => Variables;
  /** What a failure is answered with, where the interface wants another answer than its own (`errors.ts`). */
  refused?: (failure: Failure) => Reply | Failure;
  /**
   * The reply as a streamed GPX file, for clients that ask for one (W12). The document says which workouts; their points
   * are read one after the other, as fast as the client reads.
   */
  gpx?: (request: RestRequest, run: RunAgain<Data, Variables>, context: Context) => AsyncIterable<string>;
}

/** A row whose types the router need not know. */
export type AnyRow = Row<unknown, Record<string, unknown>>;

/** Declares a row; the types of variables and data come from its document. */
export function row<Data, Variables>(definition: Row<Data, Variables>): AnyRow {
  return definition as unknown as AnyRow;
}

/** Bodies of workouts may be this large (W22). */
export const workoutBytes = 32 * 1024 * 1024;
/** Bodies of everything else. */
export const plainBytes = 1024 * 1024;

/** Formats of a body that has lists or mappings inside: no form data (W2). */
export const hierarchical = ['json', 'xml', 'yaml'] as const;
/** Formats of a body of plain fields. */
export const plainFields = ['json', 'xml', 'yaml', 'form'] as const;
