import type { TadaDocumentNode } from 'gql.tada';
import type { NodeType } from '../schema/global-id.ts';
import type { Context } from '../src/domain/context.ts';
import type { GpxFile } from '../src/domain/workouts/stream-gpx.ts';
import type { Failure } from '../src/errors.ts';
import { MAX_BYTES } from '../src/platform/bodies/max-values.ts';
import type { Args } from './args.ts';
import type { RowDescription } from './contract/description.ts';
import type { Format } from './formats/formats.ts';
import type { WireValue } from '@runners/wire';
import type { Parts } from './list-parts.ts';
import type { FieldSource } from './records/sources.ts';

/** A request as a row sees it, after its body was read. */
export interface RestRequest {
  /** The ids in the path, by their names in the label of the row: positive integers up to 2^53 (decisions W20). */
  path: Record<string, number>;
  /** Fields of the body, then of the query string (W3). */
  args: Args;
  /** The bytes of a body without fields: a GPX file or a picture. */
  bytes: Buffer;
  /** Path and query as sent, for the links between pages. */
  url: string;
  /** The id of the signed-in user; 0 without a sign-in. */
  viewerId: number;
}

/** The reply of a row. `value` is written in the format of the reply. */
export interface Reply {
  status: number;
  value?: WireValue;
  /** Path of the created or accepted resource, which is sent as an absolute `Location` (W13, P7). */
  location?: string;
  /** Whether the request was refused with a status below 400. It is not kept under its Idempotency-Key. */
  isRefusal?: true;
}

/** 200, with a body if there is a value. */
export function ok(value?: WireValue): Reply {
  return value === undefined ? { status: 200 } : { status: 200, value };
}

/** 201 with the URI of the created resource (W15). */
export function created(location: string, value?: WireValue): Reply {
  return value === undefined ? { status: 201, location } : { status: 201, location, value };
}

/** 404 without a body: the resource does not exist, or the user may not see it (W19). */
export function notFound(): Reply {
  return { status: 404 };
}

/** Root fields that are null without a failure, where there is nothing to see: one object, or what belongs to it. */
type MayBeNull =
  | 'comments'
  | 'conversation'
  | 'event'
  | 'eventParticipant'
  | 'friendship'
  | 'friendshipWith'
  | 'node'
  | 'post'
  | 'route'
  | 'user'
  | 'workout';

/** The data of a row. A failure ends the request before they are read, so the other root fields are there. */
type Read<Data> = unknown extends Data
  ? Data
  : { [Field in keyof Data]-?: Field extends MayBeNull ? Data[Field] : NonNullable<Data[Field]> };

/** Runs the row's document with other variables, for replies that are made of several pages. */
type RunAgain<Data, Variables> = (variables: Variables) => Promise<Data>;

/** What a row accepts, and how it is limited. */
export interface RowOptions {
  /** Whether the row works without an API key (decisions A3). */
  open?: true;
  /** The accepted formats of the body; by default JSON, XML, YAML and form data. */
  takes?: readonly Format[];
  /** The largest accepted body in bytes; by default 1 MiB (W22). */
  maxBytes?: number;
  /** Whether a `Content-MD5` header is verified. */
  md5?: true;
  /** The field with route points, if there is one. A large one is parsed outside the event loop. */
  points?: string;
  /** The rate limit that the row is charged to besides that of requests (W23). */
  spends?: 'upload' | 'signIn' | 'passwordMail';
  /**
   * The object that the fields belong to. When a field is not valid, it is looked up, so that a missing object (404), or one of another
   * user where it must be one's `own` (401), is reported before the field (Q2).
   */
  of?: (request: RestRequest) => readonly [type: NodeType, id: number | undefined, whose?: 'own'];
  /** The reply to a failure, where the interface requires another one than the table in `errors.ts`. */
  refused?: (failure: Failure) => Reply | Failure;
}

/**
 * One row of the interface: what it accepts, the GraphQL operation that it runs, the reply that it makes of the result, and what the
 * contract says of it.
 */
interface Row<Data = never, Variables = never> extends RowOptions, RowDescription {
  document: TadaDocumentNode<Data, Variables>;
  variables: (request: RestRequest) => Variables;
  reply: (data: Read<Data>, request: RestRequest) => Reply;
  /** From which fields of the result the answer is made; absent if there is nothing in it. */
  sources?: () => FieldSource[];
  /** For a list whose items may be too many, or their texts too long, for one answer: it is sent in parts then. */
  parts?: Parts<Read<Data>>;
  /**
   * The reply as a streamed GPX file, for clients that request one (W12). The document selects the workouts; their points
   * are read one workout after the other, as fast as the client reads.
   */
  gpx?: (request: RestRequest, run: RunAgain<Read<Data>, Variables>, context: Context) => Promise<GpxFile>;
}

/** A row, without the types of its document. */
export type AnyRow = Row<unknown, Record<string, unknown>>;

/** Declares a row; the types of variables and data come from its document. */
export function row<Data, Variables>(definition: Row<Data, Variables>): AnyRow {
  return definition as unknown as AnyRow;
}

/** The largest body of a workout, in bytes (W22). */
export const workoutBytes = MAX_BYTES;
/** The largest body of any other row, in bytes. */
export const plainBytes = 1024 * 1024;

/** Formats of a body that contains lists or mappings, which form data cannot express (W2). */
export const hierarchical = ['json', 'xml', 'yaml'] as const;
/** Formats of a body whose fields are plain values. */
export const plainFields = ['json', 'xml', 'yaml', 'form'] as const;
