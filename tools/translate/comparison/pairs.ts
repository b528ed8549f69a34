import { base } from '../../../rest-compat/uris.ts';

/** Whose id a field is. Others with these endings are of the kind that their name begins with. */
const kinds: Readonly<Record<string, string>> = {
  likers: 'user',
  recipients: 'user',
  requester: 'user',
  requested: 'user',
  past_users_involved: 'user',
  user_ids: 'user',
  friends_with: 'user',
  with_user_id: 'user',
  of_user_id: 'user',
  last_message_id: 'message',
  earlier_than: 'post',
  later_than: 'post',
  conversation: 'conversation',
  user: 'user',
  object_id: 'post',
};
/** Records that have the id of their user. */
const ofUser = new Set(['preferences', 'profile', 'stats', 'me', 'exists']);
const kindOf = (resource: string) => (ofUser.has(resource) ? 'user' : resource);

/** A URI of the interface: what is before the id, its kind, the id, and what is behind it. */
const uriForm = new RegExp(`^(?:https?://[^/]+)?(${base}/(?:[\\w-]+/)*?([\\w-]+)/)(\\d+)(/?.*)$`, 's');

/** The kind of the id in a field; null if it has none. @param uri the `resource_uri` of the record around it */
export function kindOfField(key: string, uri: string | null): string | null {
  if (key === 'id') return kindOf(uriForm.exec(uri ?? '')?.[2] ?? 'record');
  return kinds[key] ?? /^(\w+)_ids?$/.exec(key)?.[1] ?? null;
}

/**
 * Values that stand for each other: what was created as 7 when it was recorded, and as 93 when it was replayed, stays paired.
 * Each has one counterpart.
 */
export class Pairs {
  readonly #there = new Map<string, string>();
  readonly #back = new Map<string, string>();
  /** Whether something was written, so that ids that were not seen before may be of something new. */
  mayBegin = false;

  /** Whether two values stand for each other. Two that were not seen before do from now on, if something was written. */
  match(kind: string, recorded: string, answered: string, mayBegin = this.mayBegin): boolean {
    const [one, other] = [`${kind} ${recorded}`, `${kind} ${answered}`];
    const known = this.#there.get(one);
    if (known !== undefined) return known === answered;
    if (this.#back.has(other)) return false;
    if (recorded !== answered && !mayBegin) return false;
    // Without anything written, all are equal, and none has to be kept.
    if (mayBegin) this.#begin(one, other, recorded, answered);
    return true;
  }

  /** Whether an answered value stands for a recorded one, for which others may stand as well. */
  standsFor(kind: string, recorded: string, answered: string): boolean {
    const known = this.#back.get(`${kind} ${answered}`);
    if (known !== undefined) return known === recorded;
    this.#begin(`${kind} ${recorded}`, `${kind} ${answered}`, recorded, answered);
    return true;
  }

  #begin(one: string, other: string, recorded: string, answered: string): void {
    if (this.#there.size >= mostPairs) throw new Error(`More than ${mostPairs} things were seen in one run.`);
    this.#there.set(one, answered);
    this.#back.set(other, recorded);
  }

  /** Whether something stands for a recorded value already. */
  knows(kind: string, recorded: string): boolean {
    return this.#there.has(`${kind} ${recorded}`);
  }

  /** What stands for a recorded value. */
  of(kind: string, recorded: string): string {
    return this.#there.get(`${kind} ${recorded}`) ?? recorded;
  }

  /**
   * Whether two URIs of the interface name things that stand for each other; null if they are none. The order of parameters says
   * nothing.
   */
  matchUris(recorded: string, answered: string): boolean | null {
    const [[path, query], [path2, query2]] = [splitQuery(recorded), splitQuery(answered)];
    const [one, other] = [uriForm.exec(path), uriForm.exec(path2)];
    if (one && other)
      return (
        one[1] === other[1] &&
        one[4] === other[4] &&
        this.match(kindOf(one[2]!), one[3]!, other[3]!) &&
        this.#sameQuery(query, query2)
      );
    return path === path2 && path.startsWith(`${base}/`) ? this.#sameQuery(query, query2) : null;
  }

  #sameQuery(recorded: string, answered: string): boolean {
    const [one, other] = [recorded, answered].map((query) =>
      [...new URLSearchParams(query)].sort(([a], [b]) => (a < b ? -1 : 1)),
    );
    return (
      one!.length === other!.length &&
      one!.every(([key, value], i) => {
        const [otherKey, otherValue = ''] = other![i]!;
        const kind = /^\d+$/.test(value) ? kindOfField(key, null) : null;
        return key === otherKey && (kind === null ? value === otherValue : this.match(kind, value, otherValue));
      })
    );
  }

  /** A URL of the interface with the ids that stand for those in it. */
  url(recorded: string): string {
    const [path, query] = splitQuery(recorded);
    const segments = path.split('/');
    const replaced = segments.map((segment, i) =>
      /^\d+$/.test(segment) ? this.of(kindOf(segments[i - 1] ?? ''), segment) : segment,
    );
    const fields = query.replaceAll(
      /\b(\w+)=(\d+)(?=&|$)/g,
      (_whole, key: string, id: string) => `${key}=${this.of(kindOfField(key, null) ?? '', id)}`,
    );
    return replaced.join('/') + (query === '' ? '' : `?${fields}`);
  }

  /** The body of a call with the ids that stand for those in its fields. Everything else stays as it was written. */
  body(recorded: Buffer, type: string | undefined): Buffer {
    if (this.#there.size === 0 || /image|gpx/i.test(type ?? '') || recorded.length > mostRewritten) return recorded;
    const text = recorded.toString('utf8');
    const written = text
      .replaceAll(
        /("?\b(\w+)"?)(\s*[:=]\s*"?)(\d+)\b/g,
        (_whole, word: string, key: string, between: string, id: string) =>
          word + between + this.of(kindOfField(key, null) ?? '', id),
      )
      .replaceAll(
        /("?\b(\w+)"?\s*:\s*\[)([\d\s,"]+)(?=\])/g,
        (_whole, before: string, key: string, ids: string) =>
          before + ids.replaceAll(/\d+/g, (id) => this.of(kindOfField(key, null) ?? '', id)),
      )
      .replaceAll(
        /(<(\w+)(?: [^<>]*)?>)(\d+)(?=<)/g,
        (_whole, before: string, key: string, id: string) => before + this.of(kindOfField(key, null) ?? '', id),
      );
    return written === text ? recorded : Buffer.from(written);
  }
}

function splitQuery(uri: string): [path: string, query: string] {
  const at = uri.indexOf('?');
  return at < 0 ? [uri, ''] : [uri.slice(0, at), uri.slice(at + 1)];
}

/** So many things may be created and named in one run. */
const mostPairs = 2_000_000;
/** Longer bodies have points, and no ids. */
const mostRewritten = 1_000_000;
