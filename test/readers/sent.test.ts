/** Documents, headers, cookies and messages of sockets are read in time that grows no faster than their length, through the whole service. */
import { request } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { as, cast } from '../support/cast.ts';
import { testService } from '../support/service.ts';
import { builtIn, randomFamilies, tooFastGrowth } from '@runners/testing';
import type { Reads } from '@runners/testing';

const service = await testService();
const { ann } = await cast(service);

/** Sends a request with a header. Node refuses some characters before it is sent. */
const withHeader =
  (name: string, path: string, method = 'GET', before = '') =>
  (text: string) =>
    new Promise<void>((resolve, reject) => {
      const headers = { [name]: `${before}${text}x"x`, Authorization: ann.authorization };
      request(`${service.url}${path}`, { method, headers }, (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end();
    });

/** Sends a message over a socket, and waits until the service has closed it or has answered. */
const overSocket = (text: string) =>
  new Promise<void>((resolve) => {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    socket.on('open', () => {
      socket.send(text);
      socket.send('{"type":"ping"}');
    });
    socket.on('message', () => socket.terminate());
    socket.on('close', () => resolve());
    socket.on('error', () => resolve());
  });

const sent: [what: string, read: Reads, most: number][] = [
  ['documents', (text) => as(ann).graphql(text), 64 * 1024],
  ['documents in a field', (text) => as(ann).graphql(`{ searchUsers(q: "${text}") { nodes { id } } }`), 64 * 1024],
  ['selections of documents', (text) => as(ann).graphql(`{ me { ${text} } }`), 64 * 1024],
  ['cookies of pages', withHeader('Cookie', '/'), 14 * 1024],
  ['the type of a body', withHeader('Content-Type', '/graphql', 'POST', 'application/json; charset='), 14 * 1024],
  ['accepted types', withHeader('Accept', '/api/v1/me/'), 14 * 1024],
  ['known tags', withHeader('If-None-Match', '/api/v1/me/'), 14 * 1024],
  ['messages of sockets', overSocket, 64 * 1024],
  [
    'messages of sockets in JSON',
    (text) => overSocket(`{"type":"connection_init","payload":{"a":${JSON.stringify(text)}}}`),
    64 * 1024,
  ],
];

const families = [...builtIn.filter(({ name }) => name.endsWith('repeated')), ...randomFamilies(10, 36)];

describe('twice as long a text takes at most two and a half times as long', () => {
  test.each(sent)(
    'for %s',
    async (_what, read, most) => {
      const wrong: string[] = [];
      for (const family of families) {
        const found = await tooFastGrowth(read, family, most, most);
        if (found) wrong.push(found);
      }
      expect(wrong).toEqual([]);
    },
    120_000,
  );
});
