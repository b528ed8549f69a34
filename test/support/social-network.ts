import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach } from '@jest/globals';
import type { Mapping } from './client.ts';

/** Somebody on the network: what `/me` says of them, and for which app their token was issued. */
export interface Member {
  me: Mapping & { id: string };
  friends?: string[];
  appId?: string;
  /** What `/debug_token` says besides. */
  token?: Mapping;
}

/** Answers a call instead of the network; false leaves it to the network. */
export type Mischief = (request: IncomingMessage, response: ServerResponse, url: URL) => boolean | void;

/** A social network that speaks Graph-style HTTP, as `SOCIAL_URL` expects it. */
interface FakeNetwork {
  /** What the service is to be started with. */
  environment: Record<string, string>;
  /** Members by their tokens. */
  members: Map<string, Member>;
  /** What was posted: text and whose. */
  posts: { id: string; by: string; message: string }[];
  /** Paths that were called, without their queries. */
  calls: string[];
  mischief: Mischief | null;
}

const app = { id: '4711', secret: 'the secret of our app' };
const friendsAPage = 2;

/** Starts the network for a test file; its mischief ends with each test. */
export async function fakeNetwork(): Promise<FakeNetwork> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v19.0`;
  const network: FakeNetwork = {
    environment: {
      SOCIAL_NETWORK: 'meshbook',
      SOCIAL_URL: base,
      SOCIAL_APP_ID: app.id,
      SOCIAL_APP_SECRET: app.secret,
    },
    members: new Map(),
    posts: [],
    calls: [],
    mischief: null,
  };
  beforeEach(() => {
    network.mischief = null;
    network.calls.length = 0;
    network.posts.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', base);
    network.calls.push(url.pathname.replace('/v19.0', ''));
    if (network.mischief && network.mischief(request, response, url) !== false) return;
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const sent = request.method === 'POST' ? new URLSearchParams(body) : url.searchParams;
    const [status, value] = valueOf(url.pathname, sent);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  }

  function valueOf(path: string, sent: URLSearchParams): [number, unknown] {
    const token = sent.get('access_token') ?? '';
    if (path === '/v19.0/debug_token') {
      if (token !== `${app.id}|${app.secret}`) return refusal(1, 'wrong app');
      const member = network.members.get(sent.get('input_token') ?? '');
      if (!member) return [200, { data: { is_valid: false, error: { code: 190, message: 'bad token' } } }];
      const { appId = app.id, me } = member;
      return [200, { data: { is_valid: true, app_id: appId, user_id: me.id, expires_at: 0, ...member.token } }];
    }
    const member = network.members.get(token);
    if (!member) return refusal(190, 'bad token');
    const proof = createHmac('sha256', app.secret).update(token).digest('hex');
    if (sent.get('appsecret_proof') !== proof) return refusal(100, 'bad proof');
    if (path === '/v19.0/me') return [200, member.me];
    if (path === '/v19.0/me/friends') return [200, friendsPage(member, Number(sent.get('after') ?? 0), token)];
    if (path !== '/v19.0/me/feed') return [404, { error: { code: 803 } }];
    const id = `${member.me.id}_${network.posts.length + 1}`;
    network.posts.push({ id, by: member.me.id, message: sent.get('message') ?? '' });
    return [200, { id }];
  }

  function friendsPage({ me, friends = [] }: Member, after: number, token: string): unknown {
    const end = after + friendsAPage;
    const next = `${base}/${me.id}/friends?access_token=${token}&limit=${friendsAPage}&after=${end}`;
    return {
      data: friends.slice(after, end).map((id) => ({ id, name: `Number ${id}` })),
      paging: { cursors: {}, ...(end < friends.length ? { next } : {}) },
    };
  }

  return network;
}

function refusal(code: number, message: string): [number, unknown] {
  return [400, { error: { code, message, type: 'OAuthException' } }];
}
