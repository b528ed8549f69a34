import { LRUCache } from 'lru-cache';
import type { ProvedAnswer } from '../../translate/exchange.ts';
import type { RestCall } from '../../translate/rest-call.ts';
import { base } from '../../../rest-compat/uris.ts';
import { Pairs } from '../../translate/comparison/pairs.ts';
import { sendCall } from './send-call.ts';

/** The keys that replace recorded ones: values of `Authorization`, by the recorded name of the user. */
export type Keys = ReadonlyMap<string, string>;

/** So many people are remembered with their ids. */
const mostPeople = 10_000;

/** A service in which a recording is played again, and what stands there for what was recorded. */
export class World {
  readonly pairs = new Pairs();
  readonly #keys: Keys;
  readonly #viewers = new LRUCache<string, number>({ max: mostPeople });

  constructor(
    /** The address of the service, without a path. */
    readonly url: string,
    keys: Keys,
  ) {
    this.#keys = keys;
  }

  /** The recorded call as it is sent here: with the ids and the keys that stand for the recorded ones. */
  call({ method, url, headers, body }: RestCall): RestCall {
    const { authorization, ...others } = headers;
    const sent = authorization === undefined ? others : { ...others, authorization: this.#key(authorization) };
    const replaced = this.#keyOfQuery(this.pairs.url(url));
    return { method, url: replaced, headers: sent, body: this.pairs.body(body, headers['content-type']) };
  }

  #key(recorded: string): string {
    const [, name = '', key = ''] = /^ApiKey ([^:]*):(.*)$/i.exec(recorded) ?? [];
    const given = this.#keys.get(name) ?? this.#keys.get(recorded);
    if (given !== undefined) return given;
    if (name !== '') return `ApiKey ${this.pairs.of('username', name)}:${this.pairs.of('api_key', key)}`;
    const [, bearer] = /^Bearer (.*)$/i.exec(recorded) ?? [];
    return bearer === undefined ? recorded : `Bearer ${this.pairs.of('api_key', bearer)}`;
  }

  /** Old apps may send name and key in the query. */
  #keyOfQuery(url: string): string {
    return url.replaceAll(
      /([?&])(username|api_key)=([^&]*)/g,
      (_whole, before: string, name: string, value: string) => {
        const key = new URLSearchParams(`v=${value}`).get('v') ?? '';
        return `${before}${name}=${encodeURIComponent(this.pairs.of(name, key))}`;
      },
    );
  }

  send(call: RestCall): Promise<ProvedAnswer> {
    return sendCall(this.url, call);
  }

  /** The id of the user whom a key signs in; 0 if it signs in nobody. */
  async viewerOf(authorization: string | undefined): Promise<number> {
    if (authorization === undefined) return 0;
    const known = this.#viewers.get(authorization);
    if (known !== undefined) return known;
    const headers = { authorization, accept: 'application/json' };
    const answer = await this.send({ method: 'GET', url: `${base}/me/`, headers, body: Buffer.alloc(0) });
    const id = answer.status === 200 ? (JSON.parse(String(answer.body)) as { id: number }).id : 0;
    if (id !== 0) this.#viewers.set(authorization, id);
    return id;
  }
}
