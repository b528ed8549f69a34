import { hash } from 'node:crypto';
import type { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Bound } from '../bound.ts';

/**
 * A request with the members that name its document (its text, its id, or the extension of Apollo's clients) and the
 * operation in it.
 */
export type DocumentRequest = Record<string, unknown>;

/** Returns the operation name of a request, or null if it has none. An empty one counts as absent (GraphQL over HTTP). */
export function operationNameOf({ operationName }: DocumentRequest): string | null {
  return typeof operationName === 'string' && operationName !== '' ? operationName : null;
}

/** Whether a request names its document in place of its text. The protocol of WebSockets requires a text, which may be empty. */
export function isNamed({ query }: DocumentRequest): boolean {
  return query === undefined || query === null || query === '';
}

/** Tells whether a document is valid, by the hash of its text. */
interface ValidDocuments {
  knows(hash: string): boolean;
}

/** How requests are refused whose document is not there, or is named in a way that cannot be read. */
export interface DocumentRefusals {
  /** No document has this name. @param isHash whether it was named by its hash, for which clients send the text again */
  notFound(isHash: boolean): GraphQLError;
  /** Other documents than the registered ones are not accepted. */
  notRegistered(): GraphQLError;
  /** The name cannot be read. */
  malformed(sentence: string): GraphQLError;
}

/** Returns the SHA-256 of a document in hexadecimal, by which it is known. */
export function hashOf(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The name of a document in a request. */
const prefix = 'sha256:';
/** Returns the id of a document (GraphQL over HTTP, appendix A). */
export function documentIdOf(text: string): string {
  return prefix + hashOf(text);
}

/** A hash, in the form in which clients send it. */
const isHash = (name: string) => /^[0-9a-f]{64}$/.test(name);

/**
 * Documents that can be executed by their name: those that are registered when the service starts, and those that a client has
 * sent together with their hash (automatic persisted queries). Every transport completes its requests here.
 */
export class KnownDocuments {
  readonly #registered: ReadonlyMap<string, string>;
  /** The registered texts if no other documents are accepted, otherwise null. */
  readonly #only: ReadonlySet<string> | null;
  readonly #refusals: DocumentRefusals;
  readonly #sent: LRUCache<string, string>;
  /** The document that a request has offered, until it is known to be valid. */
  readonly #offered = new WeakMap<DocumentRequest, { hash: string; text: string }>();

  /**
   * @param registered the texts of documents by their hash or by an id of their client
   * @param takes `registered` if no other documents are accepted
   * @param bound the bytes of the documents that clients have sent
   */
  constructor(
    registered: ReadonlyMap<string, string>,
    takes: 'any' | 'registered',
    refusals: DocumentRefusals,
    bound: Bound,
  ) {
    this.#registered = registered;
    this.#refusals = refusals;
    this.#sent = new LRUCache({ maxSize: bound.limit });
    this.#only = takes === 'registered' ? new Set(registered.values()) : null;
    bound.watch(() => this.#sent.calculatedSize);
  }

  /** Whether a request is executed as it is. It is the check of nearly all requests, and costs nothing. */
  isComplete(request: DocumentRequest): boolean {
    if (this.#only !== null || request['operationName'] === '') return false;
    return request['documentId'] === undefined && request['extensions'] === undefined;
  }

  /**
   * Returns a request with the text of its document in place of its name, and without an operation name that is empty, which
   * counts as absent (GraphQL over HTTP). A request with a text is otherwise returned as it is.
   * @throws GraphQLError when there is no such document, when it is not registered, or for a malformed name
   */
  complete(request: DocumentRequest): DocumentRequest {
    if (this.isComplete(request)) return request;
    if (request['operationName'] === '') {
      const { operationName: _, ...named } = request;
      return this.complete(named);
    }
    const { documentId, extensions, ...rest } = request;
    const { malformed, notFound } = this.#refusals;
    const hash = persistedHash(extensions, malformed);
    // The protocol of WebSockets requires a text, so clients send an empty one with a name.
    const text = request['query'] === '' ? undefined : request['query'];
    if (documentId !== undefined && documentId !== null) {
      if (text !== undefined && text !== null) throw malformed('Send either `documentId` or `query`, and not both.');
      if (hash !== undefined) throw malformed('Send either `documentId` or `extensions.persistedQuery`, and not both.');
      return { ...rest, ...(extensions === undefined ? {} : { extensions }), query: this.#named(documentId) };
    }
    if (hash === undefined) {
      this.#checkRegistered(text);
      return request;
    }
    const completed: DocumentRequest = { ...rest, ...withoutHash(extensions) };
    if (text === undefined || text === null) {
      const known = this.#textOf(hash);
      if (known === undefined) throw notFound(true);
      completed['query'] = known;
    } else if (typeof text === 'string') {
      if (hashOf(text) !== hash)
        throw malformed('The hash in `extensions.persistedQuery` is not the SHA-256 of the document in `query`.');
      this.#checkRegistered(text);
      this.#offered.set(completed, { hash, text });
    }
    return completed;
  }

  /** Keeps the document that a completed request has offered, if it has proved to be valid. */
  keep(completed: DocumentRequest, documents: ValidDocuments): void {
    const offered = this.#offered.get(completed);
    if (!offered || this.#only || !documents.knows(offered.hash)) return;
    this.#sent.set(offered.hash, offered.text, { size: Buffer.byteLength(offered.text) });
  }

  /** Returns the text of a document with this hash or registered id. */
  #textOf(name: string): string | undefined {
    return this.#registered.get(name) ?? this.#sent.get(name);
  }

  #named(documentId: unknown): string {
    if (typeof documentId !== 'string') throw this.#refusals.malformed('`documentId` must be a text.');
    const name = documentId.startsWith(prefix) ? documentId.slice(prefix.length) : documentId;
    const known = this.#textOf(name);
    if (known === undefined) throw this.#refusals.notFound(false);
    return known;
  }

  #checkRegistered(text: unknown): void {
    if (this.#only && typeof text === 'string' && !this.#only.has(text)) throw this.#refusals.notRegistered();
  }

  /**
   * The text of the document that a body names, found in its bytes. It is for large bodies, which are parsed in a thread. The
   * thread uses the text only if the parsed body has the same name.
   */
  namedIn(bytes: Buffer): { name: string; text: string } | undefined {
    for (const member of ['"documentId"', '"sha256Hash"']) {
      const at = bytes.indexOf(member);
      const value = at < 0 ? '' : bytes.toString('latin1', at + member.length, at + member.length + 300);
      const name = /^\s*:\s*"(?:sha256:)?([^"\\]+)"/.exec(value)?.[1];
      const text = name === undefined ? undefined : this.#textOf(name);
      if (name !== undefined && text !== undefined) return { name, text };
    }
    return undefined;
  }
}

/** The hash in the extensions of a request, or undefined if there is none. @throws GraphQLError that `malformed` makes */
export function persistedHash(extensions: unknown, malformed: DocumentRefusals['malformed']): string | undefined {
  if (!isObject(extensions)) return undefined;
  const named = extensions['persistedQuery'];
  if (named === undefined || named === null) return undefined;
  if (!isObject(named) || named['version'] !== 1)
    throw malformed('Only version 1 of `extensions.persistedQuery` is accepted.');
  const hash = named['sha256Hash'];
  if (typeof hash !== 'string' || !isHash(hash))
    throw malformed('`extensions.persistedQuery.sha256Hash` must be a SHA-256 as 64 hexadecimal digits in lower case.');
  return hash;
}

function withoutHash(extensions: unknown): { extensions?: object } {
  const { persistedQuery: _, ...others } = extensions as Record<string, unknown>;
  return Object.keys(others).length === 0 ? {} : { extensions: others };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
