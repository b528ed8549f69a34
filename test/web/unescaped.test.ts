/** Paths and queries with unescaped bytes are read. */
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { as, cast, newPerson } from '../support/cast.ts';
import type { Cast } from '../support/cast.ts';
import { makeHttpServer } from '../../src/web/http-server.ts';
import { RawConnection } from '../support/raw-socket.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const open: RawConnection[] = [];
let people: Cast;

beforeAll(async () => {
  people = await cast(service);
  await newPerson(service, 'Jörg', 'Öztürk Weiß');
  await newPerson(service, '春', '子');
});

afterEach(() => open.splice(0).forEach((connection) => connection.close()));

async function connection(): Promise<RawConnection> {
  const made = await RawConnection.to(service.url);
  open.push(made);
  return made;
}

/** A request as older apps write it. */
function written(line: string, body = '', more: string[] = []): Buffer {
  const headers = [
    'Host: localhost',
    `Authorization: ${people.ann.authorization}`,
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
    ...more,
  ];
  return Buffer.from(`${line} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
}

const search = (q: string) => written(`GET /api/v1/user/search/?q=${q}`);
const names = (answer: { body: string } | null) =>
  (JSON.parse(answer?.body ?? 'null') as { objects: { first_name: string }[] }).objects.map((one) => one.first_name);

describe('a path or query that is not escaped', () => {
  test.each<[q: string, found: string[]]>([
    ['Jörg', ['Jörg']],
    ['öztürk weiß', ['Jörg']],
    ['Ann Archer', ['Ann']],
    ['Ann%20Archer&x=é', ['Ann']],
    [' Ann  Archer ', ['Ann']],
    ['春', ['春']],
    ['🏃', []],
    ['Jörg HTTP/1.0', []],
  ])('q=%s is taken as UTF-8', async (q, found) => {
    const raw = await connection();
    await raw.write(search(q));
    const answer = await raw.answer();
    expect([answer?.status, names(answer)]).toEqual([200, found]);
  });

  test('many times on one connection, between escaped requests, and with bodies', async () => {
    const raw = await connection();
    for (let round = 0; round < 3; round++) {
      await raw.write(search('Jörg'));
      expect(names(await raw.answer())).toEqual(['Jörg']);
      await raw.write(search('J%C3%B6rg'));
      expect(names(await raw.answer())).toEqual(['Jörg']);
      const body = JSON.stringify({ first_name: 'Ann' });
      await raw.write(
        written(`POST /api/v1/user/${people.ann.id}/?note=für alle`, body, ['X-HTTP-Method-Override: PATCH']),
      );
      expect(await raw.answer()).toMatchObject({ status: 202 });
      await raw.write(
        written(`POST /api/v1/user/${people.ann.id}/`, '', [
          'Content-Length: 20',
          'Content-Type: application/json',
          'X-HTTP-Method-Override: PATCH',
        ]),
      );
      await raw.write('{"last_name":"Arch"}');
      expect(await raw.answer()).toMatchObject({ status: 202 });
      await raw.write(search('Ann Arch'));
      expect(names(await raw.answer())).toEqual(['Ann']);
    }
  });

  test('in pieces, split anywhere after its first unescaped byte, followed by the next request', async () => {
    const bytes = search('Jörg  Öztürk');
    const odd = bytes.findIndex((byte) => byte > 0x7f);
    for (const prefixLength of [
      odd + 1,
      odd + 2,
      odd + 4,
      bytes.indexOf('\r\n') + 1,
      bytes.indexOf('\r\n') + 2,
      bytes.length - 1,
    ]) {
      const raw = await connection();
      await raw.write(bytes.subarray(0, prefixLength));
      await raw.write(Buffer.concat([bytes.subarray(prefixLength), search('J%C3%B6rg')]));
      expect([prefixLength, names(await raw.answer()), names(await raw.answer())]).toEqual([
        prefixLength,
        ['Jörg'],
        ['Jörg'],
      ]);
    }
  });

  test('with a large body, which arrives completely', async () => {
    const raw = await connection();
    const message = 'x'.repeat(9000);
    const body = JSON.stringify({ post_id: 1e9, comment: message, filler: 'y'.repeat(900_000) });
    await raw.write(written('POST /api/v1/comment/?a=ü', body));
    expect(await raw.answer()).toMatchObject({ status: 404, body: '' });
    await raw.write(search('Ann'));
    expect(names(await raw.answer())).toEqual(['Ann']);
  });

  test('in the path is answered with 404; links of a list are escaped', async () => {
    const raw = await connection();
    await raw.write(written('GET /api/v1/müsli bar/'));
    expect(await raw.answer()).toMatchObject({ status: 404, body: '' });
    await raw.write(written('GET /api/v1/friendship/?note=für Ann&limit=1'));
    const { meta } = JSON.parse((await raw.answer())?.body ?? '') as { meta: { next: string } };
    expect(meta.next).toBe('/api/v1/friendship/?note=f%C3%BCr%20Ann&limit=1&offset=1');
    expect((await as(people.ann).sendTo('GET', meta.next)).status).toBe(200);
  });

  test('HEAD, HTTP/1.0 and a closing connection', async () => {
    const raw = await connection();
    await raw.write(written('HEAD /api/v1/me/?a=é'));
    expect(await raw.answer({ length: 0 })).toMatchObject({ status: 200 });
    await raw.write(search('Jörg'));
    expect(names(await raw.answer())).toEqual(['Jörg']);
    const old = await connection();
    await old.write(`GET /api/v1/user/search/?q=Jörg HTTP/1.0\r\nAuthorization: ${people.ann.authorization}\r\n\r\n`);
    expect(names(await old.answer())).toEqual(['Jörg']);
    expect(await old.answer()).toBeNull();
    const closing = await connection();
    await closing.write(written('GET /api/v1/user/search/?q=Jörg', '', ['Connection: close']));
    expect(names(await closing.answer())).toEqual(['Jörg']);
    expect(await closing.answer()).toBeNull();
  });

  test('bytes that are not UTF-8 remain unchanged', async () => {
    const raw = await connection();
    await raw.write(Buffer.from(search('J').toString('latin1').replace('q=J', 'q=J\u00F6rg'), 'latin1'));
    expect(names(await raw.answer())).toEqual([]);
  });

  test('the connection ends like others: when it is idle for long, and with the server', async () => {
    const server = makeHttpServer((request, response) => void response.end(request.url));
    server.keepAliveTimeout = 1;
    server.keepAliveTimeoutBuffer = 100;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const send = async () => {
      const raw = await RawConnection.to(url);
      open.push(raw);
      await raw.write('GET /é HTTP/1.1\r\nHost: x\r\n\r\n');
      expect((await raw.answer())?.body).toBe('/%C3%A9');
      return raw;
    };
    expect(await (await send()).answer()).toBeNull();
    server.keepAliveTimeout = 600_000;
    const last = await send();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    expect(await last.answer()).toBeNull();
    await closed;
  });
});

describe('bytes that cannot be parsed as HTTP are refused with a sentence', () => {
  const head = 'Host: x\r\n\r\n';
  test.each<[what: string, chunks: string[], status: number]>([
    ['a control character in the path', [`GET /api/\u0001v1/ HTTP/1.1\r\n${head}`], 400],
    ['one beside what can be escaped', [`GET /api/é\u0001 HTTP/1.1\r\n${head}`], 400],
    ['no such protocol', [`GET /api/v1/me/ FTP/1.1\r\n${head}`], 400],
    ['no request line', ['hello, it is me\r\n\r\n'], 400],
    ['another protocol', ['\u0016\u0003\u0001\u0000'], 400],
    ['a header without a name', [`GET /api/v1/me/ HTTP/1.1\r\n: x\r\n${head}`], 400],
    ['a space in the name of a header', [`GET /api/v1/me/ HTTP/1.1\r\nA b: x\r\n${head}`], 400],
    ['two lengths', [`POST /api/v1/me/ HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${head}`], 400],
    ['a length and chunks', [`POST /a?é HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n${head}`], 400],
    ['no Host', ['GET /api/v1/me/ HTTP/1.1\r\n\r\n'], 400],
    ['too many headers', [`GET /api/v1/me/ HTTP/1.1\r\nA: ${'x'.repeat(20_000)}\r\n${head}`], 431],
    ['a long line', [`GET /api/v1/me/?${'x'.repeat(20_000)} HTTP/1.1\r\n${head}`], 431],
    ['a long line with spaces', [`GET /api/v1/me/?a é`, 'é'.repeat(20_000)], 400],
    // Its beginning is gone when the odd byte comes: nothing is guessed.
    ['a line cut before its first odd byte', ['GET /api/v1/user/search/?q=J', `örg HTTP/1.1\r\n${head}`], 400],
    [
      'a line that begins like another one',
      ['GET /api/v1/user/search/?q=J', `DELETE /api/v1/é HTTP/1.1\r\n${head}`],
      400,
    ],
  ])('%s', async (_what, chunks, status) => {
    const raw = await connection();
    for (const chunk of chunks) await raw.write(chunk);
    const answer = await raw.answer();
    expect(answer?.status).toBe(status);
    expect(answer?.head.toLowerCase()).toContain('content-type: text/plain; charset=utf-8');
    expect(answer?.body).toMatch(/^[A-Z].*\.$/);
    expect(await raw.answer()).toBeNull();
  });

  test('a body is never taken for a request', async () => {
    const raw = await connection();
    const body = `\nDELETE /api/v1/user/${people.ann.id}/é HTTP/1.1\r\nHost: x\r\n\r\n`;
    await raw.write(Buffer.concat([written('POST /api/v1/comment/', body), search('Jörg')]));
    expect((await raw.answer())?.status).toBe(400);
    const second = await raw.answer();
    expect([400, undefined]).toContain(second?.status);
  });
});
