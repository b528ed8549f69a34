import { randomBytes } from 'node:crypto';
import { clientNamed } from './client-name.ts';
import type { Observer } from './observer.ts';
import type { RequestTrace } from './tracing.ts';
import type { Entry } from './usage-counts.ts';

/** The header that carries the id of a request, in both directions. */
export const requestIdHeader = 'X-Request-Id';

/** The characters of an accepted id: those of UUIDs, ULIDs, base64 and the ids of proxies, but not those of e-mail addresses. */
const wellFormed = /^[\w.:+/=-]{1,100}$/;

/** The prefix of the ids of this process, which is unique among all processes. */
const prefix = `${randomBytes(6).toString('hex')}-`;
let last = 0;

/** Generates an id for a request without one. It is unique among all processes and not a secret. */
export function newRequestId(): string {
  return prefix + (++last).toString(36);
}

/** Returns the id in the header of a request if it is accepted, and otherwise a new one. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && wellFormed.test(header) ? header : newRequestId();
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A call that is counted when its answer is closed. */
export interface EndedCall {
  /** @param complete whether the answer was completely written */
  ended(record: RequestRecord, status: number, complete: boolean): void;
}

/** Data about a request that are collected while it is answered, for its line in the log, the metrics and its trace. */
export class RequestRecord {
  /** The id of the request, from its caller or generated. */
  readonly id: string;
  readonly observer: Observer;
  /** Whether the request may change something: its method is not one of those that only read. */
  readonly mayWrite: boolean;
  /** When the request began, by the clock of `performance.now()`. */
  readonly startedAt = performance.now();
  /** The label of the row or the template of the path, but never the path itself. */
  row = 'other';
  /** The id of the signed-in user. */
  viewer: number | null = null;
  /** The root fields of the document, such as `Query.feed`. */
  operations: readonly string[] | null = null;
  /** The cost of a GraphQL document. */
  cost: number | null = null;
  /** The number of its statements, without those that begin and end transactions. */
  statements = 0;
  /** What the owner of its API key calls it; empty for that of a sign-in, and without one. */
  keyName = '';
  /** What its document uses, and what only the values of its variables do, once it is executed. */
  uses: readonly Entry[] | null = null;
  values: Entry[] | null = null;
  /** The call of a REST row. */
  call: EndedCall | null = null;
  /** Whether its GraphQL document was sent by its id or hash. */
  isNamed = false;
  /** What the document uses that will be switched off, for the answer. */
  deprecations: readonly object[] | null = null;
  /** What its document costs by field, for the answer, if it asks for that. */
  costBy: object[] | null = null;
  /** Why objects that staff have asked for are null, for the answer. */
  why: object[] | null = null;
  /** Null if traces are not collected. */
  trace: RequestTrace | null = null;

  readonly #headers: Headers;
  #client: string | null = null;

  constructor(id: string, observer: Observer, headers: Headers = {}, mayWrite = true) {
    this.id = id;
    this.observer = observer;
    this.#headers = headers;
    this.mayWrite = mayWrite;
  }

  /** What calls, as `clientNamed` writes it. It is asked for when it is known who has signed in, or that nobody has. */
  get client(): string {
    return (this.#client ??= clientNamed(this.keyName, this.#headers, this.viewer === null));
  }
}
