import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { SocialConfig } from '../config.ts';
import { mayBeToken, SocialUnavailable, tokenRejected } from './social-failures.ts';
import { callSocial } from './social-http.ts';
import type { JsonAnswer } from './bounded-json.ts';
import type { SocialNetwork, SocialPerson } from './social-network.ts';
import { errorReply, friendsReply, meReply, postReply, tokenReply } from './social-replies.ts';

/** The time limit of everything that one request does with a token. */
const totalMs = 5000;
const mostFriends = 5000;
const mostPages = 20;
const personFields = 'id,first_name,last_name,email,verified,birthday,gender';
/** Statuses that concern the token. With these codes in the body, they concern the limits of the network. */
const aboutToken = new Set([400, 401, 403]);
const aboutLimits = new Set([1, 2, 4, 17, 32, 341, 613]);
/** Statuses that mean that the server has done nothing. */
const refusals = new Set([429, 503]);

/**
 * A social network with an HTTP API like that of the Graph API (decisions R19). Only the configured address is called:
 * redirects are not followed, and links to further pages only below that address.
 * @param unsaidIsChecked whether an address counts as verified when the network does not state whether it is
 */
export function graphNetwork(config: SocialConfig, log: Pick<Logger, 'warn'>, unsaidIsChecked = false): SocialNetwork {
  const base = config.url.replace(/(?<!\/)\/+$/, '');

  const addressOf = (path: string, parameters: Record<string, string>): URL => {
    const url = new URL(base + path);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url;
  };

  /** Reads the known fields of an answer. @throws Failure SOCIAL_TOKEN_REJECTED, SocialUnavailable */
  function read<Shape>(what: string, { status, value }: JsonAnswer, shape: z.ZodType<Shape>): Shape {
    if (aboutToken.has(status) && !isLimit(value)) throw tokenRejected();
    const parsed = status === 200 ? shape.safeParse(value) : undefined;
    if (parsed?.success) return parsed.data;
    log.warn({ status, what }, 'the social network gave an answer that is of no use');
    throw new SocialUnavailable(refusals.has(status) || isLimit(value));
  }

  /**
   * The parameters of a link to the next page, if it leads to the same server. The path is always that of this
   * service's request.
   */
  function next(link: string | undefined, own: Record<string, string>): URL | undefined {
    if (link === undefined || !URL.canParse(link)) return undefined;
    const { origin, searchParams } = new URL(link);
    if (origin !== new URL(base).origin) return undefined;
    return addressOf('/me/friends', { ...Object.fromEntries(searchParams), ...own });
  }

  return {
    name: config.name,
    speakFor(token) {
      const signal = AbortSignal.timeout(totalMs);
      const own = {
        access_token: token,
        appsecret_proof: createHmac('sha256', config.appSecret).update(token).digest('hex'),
      };
      return {
        async person() {
          if (!mayBeToken(token)) throw tokenRejected();
          const app = { input_token: token, access_token: `${config.appId}|${config.appSecret}` };
          const [check, me] = await Promise.all([
            callSocial(addressOf('/debug_token', app), signal),
            callSocial(addressOf('/me', { fields: personFields, ...own }), signal),
          ]);
          // A refusal here concerns the secret of the app, not the token.
          const checked = read(
            'debug_token',
            { ...check, status: aboutToken.has(check.status) ? 500 : check.status },
            tokenReply,
          );
          const { data } = checked;
          const live = data.is_valid && (data.expires_at === 0 || data.expires_at * 1000 > Date.now());
          if (!live || data.app_id !== config.appId) throw tokenRejected();
          const person = read('me', me, meReply);
          if (person.id !== data.user_id) throw tokenRejected();
          return personOf(person, unsaidIsChecked);
        },
        async friends() {
          const ids = new Set<string>();
          let url: URL | undefined = addressOf('/me/friends', { fields: 'id', limit: '500', ...own });
          try {
            for (let page = 0; url && page < mostPages && ids.size < mostFriends; page++) {
              const { data, paging }: z.infer<typeof friendsReply> = read(
                'friends',
                await callSocial(url, signal),
                friendsReply,
              );
              for (const { id } of data) ids.add(id);
              url = next(paging?.next, own);
            }
          } catch {
            log.warn({ read: ids.size }, 'the list of friends on the social network could not be read to its end');
          }
          return [...ids].slice(0, mostFriends);
        },
        async publish(message) {
          if (!mayBeToken(token)) throw tokenRejected();
          const form = new URLSearchParams({ message, ...own });
          return read('feed', await callSocial(addressOf('/me/feed', {}), signal, form), postReply).id;
        },
      };
    },
  };
}

function isLimit(value: unknown): boolean {
  const { data } = errorReply.safeParse(value);
  return data !== undefined && (data.error.is_transient === true || aboutLimits.has(data.error.code ?? 0));
}

function personOf(person: z.infer<typeof meReply>, unsaidIsChecked: boolean): SocialPerson {
  return {
    id: person.id,
    firstName: person.first_name ?? '',
    lastName: person.last_name ?? '',
    email: person.email,
    emailVerified: person.verified ?? unsaidIsChecked,
    birthday: person.birthday,
    gender: person.gender,
  };
}
