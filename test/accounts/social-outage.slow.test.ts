/** A sign-in with the social network fails cleanly if the network is slow, broken, hostile or unavailable. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from '@jest/globals';
import { testService } from '../support/service.ts';
import { fakeNetwork } from '../support/social-network.ts';
import type { Mischief } from '../support/social-network.ts';
import { membersOf } from './social-members.ts';

const network = await fakeNetwork();
const service = await testService(network.environment);
const { join, signIn, signedIn } = membersOf(network, service);

describe('a network that is', () => {
  const endless: Mischief = (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const dribble = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(dribble));
  };
  const json =
    (value: unknown, status = 200): Mischief =>
    (_request, response) =>
      void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  const text =
    (body: string): Mischief =>
    (_request, response) =>
      void response.end(body);
  let reached = 0;
  const elsewhere = createServer((_request, response) => {
    reached += 1;
    response.end('{}');
  });
  const elsewhereUrl = new Promise<string>((resolve) =>
    elsewhere.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`)),
  );
  afterAll(() => {
    elsewhere.closeAllConnections();
    elsewhere.close();
  });

  const huge: Mischief = (_request, response) => {
    response.writeHead(200);
    const block = Buffer.alloc(1024 * 1024, ' ');
    let sent = 0;
    const more = (): void => {
      while (sent < 100 && !response.destroyed) {
        sent += 1;
        if (!response.write(block)) return void response.once('drain', more);
      }
      response.end();
    };
    response.on('close', () => expect(sent).toBeLessThan(100));
    more();
  };
  const member = { data: { is_valid: true, app_id: '4711', user_id: '1', expires_at: 0 } };

  test.each<[string, Mischief]>([
    ['silent', () => {}],
    ['endless', endless],
    ['huge', huge],
    ['down', (request) => void request.socket.destroy()],
    ['failing', json({ error: { code: 2 } }, 500)],
    ['overloaded', json({ error: { code: 4, message: 'limit' } }, 400)],
    [
      'somewhere else',
      (_r, response) => void elsewhereUrl.then((url) => response.writeHead(302, { Location: url }).end()),
    ],
    ['no JSON', text('<html>')],
    ['half JSON', text('{"data": {')],
    ['empty', text('')],
    ['null', json(null)],
    ['a list', json([])],
    ['of other types', json({ id: { a: 1 }, data: 'yes' })],
    ['without ids', json({ data: { is_valid: true } })],
    ['of odd ids', json({ ...member, id: '../../1' })],
    ['deep', text('['.repeat(200_000))],
  ])('%s answers 503 in time, and says nothing of the token', async (_what, mischief) => {
    const { token } = join();
    network.mischief = mischief;
    const before = performance.now();
    const answer = await signIn(token);
    expect(performance.now() - before).toBeLessThan(30_000);
    expect([answer.status, answer.headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
    expect(answer.headers['retry-after']).toBe('30');
    expect(answer.text).not.toContain(token);
    expect(reached).toBe(0);
    expect(await service.sql('select 1 from users where email like ?', [`%${token.slice(6)}@%`])).toEqual([]);
  });

  test.each<[string, Mischief]>([
    ['down', (request) => void request.socket.destroy()],
    ['wrong', json({ data: 'none' })],
    ['endless', endless],
    ['refused', json({ error: { code: 10 } }, 403)],
  ])('%s for the list of friends still signs in', async (_what, mischief) => {
    const { token } = join({}, { friends: ['1'] });
    network.mischief = (request, response, url) =>
      url.pathname.endsWith('/friends') ? mischief(request, response, url) : false;
    expect(await signedIn(token)).toMatchObject({ created: true, auto_created_friends: [] });
  });

  test('links to another host are not followed, and circular links are followed a limited number of times', async () => {
    const known = join();
    const { id } = await signedIn(known.token);
    for (const next of [
      `${await elsewhereUrl}/v19.0/me/friends`,
      `${network.environment['SOCIAL_URL']}/me/friends`,
      'x',
    ]) {
      network.calls.length = 0;
      network.mischief = (request, response, url) =>
        url.pathname.endsWith('/friends')
          ? json({ data: [{ id: known.id }], paging: { next } })(request, response, url)
          : false;
      expect((await signedIn(join().token)).auto_created_friends).toEqual([expect.objectContaining({ id })]);
      expect(network.calls.length).toBeLessThan(30);
    }
    expect(reached).toBe(0);
  });
});
