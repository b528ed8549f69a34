/**
 * examples/old-phones/: nginx with this configuration, before a service, answers what old phones send, over the versions and the
 * ciphers of TLS that they speak, and the ordinary host name refuses them. So it does for the phones that testssl knows, where it is installed.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { newPerson } from '../../../../test/support/cast.ts';
import { freePort } from '../../../../test/support/free-port.ts';
import { testService } from '../../../../test/support/service.ts';
import { workoutBody } from '../../../../test/support/workouts.ts';
import { asked, clients, hasPrograms, simulated, startDoors } from '../../operating/old-phones.ts';

if (!hasPrograms)
  console.warn('nginx and openssl are not installed, so the configuration for old phones is not tried.');
const tried = hasPrograms ? describe : describe.skip;
const www = 'https://www.example.com';
const PORT = String(await freePort());
await testService({ PORT, TRUST_PROXY: 'on', PUBLIC_URL: www });
const folder = await mkdtemp(join(tmpdir(), 'runners-phones-'));
const doors = hasPrograms ? await startDoors(folder, PORT) : null;
afterAll(async () => doors?.stop());
const { old, ordinary, ca } = doors ?? { old: 0, ordinary: 0, ca: '' };
const person = await newPerson({ url: `http://127.0.0.1:${PORT}` }, 'Paula', 'Phone');
const key = `Authorization: ${person.authorization}`;

/** What each phone offers at least, and the version that it speaks by default. */
const phones = [
  ['Android 2.3', '-tls1', 'AES128-SHA', 'no name'],
  ['Java 6', '-tls1', 'AES128-SHA', 'no name'],
  ['Android 4.0 to 4.3', '-tls1', 'ECDHE-RSA-AES256-SHA', 'name'],
  ['Android 4.4', '-tls1', 'ECDHE-RSA-AES128-SHA', 'name'],
  ['Android 4.4, TLS 1.2 turned on', '-tls1_2', 'ECDHE-RSA-AES128-GCM-SHA256', 'name'],
  ['TLS 1.1', '-tls1_1', 'ECDHE-RSA-AES128-SHA', 'name'],
  ['iOS 6 to 8', '-tls1_2', 'ECDHE-RSA-AES256-SHA384', 'name'],
  ['iOS without curves', '-tls1_2', 'AES256-SHA', 'name'],
] as const;

tried('the door for old phones', () => {
  test.each(phones)('%s: %s, %s, %s', async (_phone, version, cipher, name) => {
    for (const http of ['1.0', '1.1']) {
      const lines = [`GET /api/v1/me/ HTTP/${http}`, key, 'Connection: close'];
      if (http === '1.1') lines.push('Host: api.example.com');
      const how = [version, '-cipher', `${cipher}:@SECLEVEL=0`, '-CAfile', ca, '-verify_return_error'];
      const names = name === 'name' ? ['-servername', 'api.example.com'] : ['-noservername'];
      const { out, code } = await asked(old, lines, [...how, ...names, '-verify_hostname', 'api.example.com']);
      expect([code, out]).toEqual([0, expect.stringMatching(/^HTTP\/1\.1 200 OK\r\n[^]*"resource_uri":/)]);
      expect(out).toContain(`"id":${person.id},`);
    }
    const [logged = ''] = (await readFile(join(folder, 'old-phones.log'), 'utf8')).trimEnd().split('\n').slice(-1);
    expect(logged).toContain(
      ` ${cipher} sni="${name === 'name' ? 'api.example.com' : '-'}" HTTP/1.1 GET /api/v1/me/ 200`,
    );
    expect(logged).not.toContain(person.authorization.split(':')[1]);
  });

  const usual = ['-tls1', '-cipher', 'DEFAULT:@SECLEVEL=0', '-noservername'];

  test('sends URLs of its own name, compressed where HTTP/1.0 asks for it', async () => {
    const points = [0, 1, 2].map((i) => ({ lat: 47 + i / 1000, lng: 8, elev: 400, time: `2026-11-20T08:0${i}:00` }));
    const body = JSON.stringify(workoutBody({ points }));
    const post = ['POST /api/v1/workout/ HTTP/1.0', key, 'Content-Type: application/json'];
    const made = await asked(old, [...post, `Content-Length: ${body.length}`], usual, body);
    expect(made.out).toMatch(/^HTTP\/1\.1 20[01] /);
    const { out } = await asked(old, ['GET /api/v1/workout/ HTTP/1.0', key], usual);
    expect(out).toContain('"distance_in_meters"');
    expect(out.slice(out.indexOf('\r\n\r\n'))).not.toContain(www);
    const map = /https:\/\/api\.example\.com(\/media\/map\/[^"]+)"/.exec(out)?.[1];
    expect((await asked(old, [`GET ${map} HTTP/1.0`], usual)).out).toMatch(
      /^HTTP\/1\.1 200 OK\r\n[^]*Content-Type: image\//,
    );
    const zipped = await asked(old, ['GET /api/v1/workout/ HTTP/1.0', key, 'Accept-Encoding: gzip'], usual);
    expect(zipped.out).toContain('Content-Encoding: gzip');
  });

  test('has the old interface and pictures only', async () => {
    const status = async (path: string) => (await asked(old, [`GET ${path} HTTP/1.0`], usual)).out.slice(9, 12);
    expect(await Promise.all(['/', '/graphql', '/metrics', '/api/v2/', '/readyz'].map(status))).toEqual(
      Array.from({ length: 5 }, () => '404'),
    );
    expect(await status('/api/v1/me/')).toBe('401');
    expect((await asked(old, ['GET /media/map/x HTTP/1.0'], usual)).out).toContain('X-Content-Type-Options: nosniff');
  });

  test('logs a handshake that fails with its reason', async () => {
    const { code } = await asked(
      old,
      ['GET / HTTP/1.0'],
      ['-tls1_2', '-cipher', 'DHE-RSA-AES128-SHA', '-noservername'],
    );
    expect(code).not.toBe(0);
    expect(await readFile(join(folder, 'old-phones.error.log'), 'utf8')).toContain('no shared cipher');
  });
});

tried('the ordinary host name', () => {
  test.each([['-tls1'], ['-tls1_1']])('refuses %s', async (version) => {
    const how = [version, '-cipher', 'ALL:@SECLEVEL=0', '-servername', 'www.example.com'];
    const { code, out, err } = await asked(ordinary, ['GET /healthz HTTP/1.0'], how);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('alert protocol version');
  });

  test.each([['-tls1_2'], ['-tls1_3']])('answers %s', async (version) => {
    const lines = ['GET /api/v1/me/ HTTP/1.1', 'Host: www.example.com', key, 'Connection: close'];
    const { out } = await asked(ordinary, lines, [version, '-servername', 'www.example.com']);
    expect(out).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});

const hasClients = hasPrograms && existsSync(clients);
if (!hasClients) console.warn('testssl.sh is not installed, so its list of phones is not tried.');
(hasClients ? test : test.skip)(
  'every old phone that testssl knows gets a connection, and needs the door',
  async () => {
    const ours = /^(Android [24]|Safari [5678] iOS|Java [67]u)/;
    const found = Object.entries(await simulated(old)).filter(([name]) => ours.test(name));
    expect(found.length).toBeGreaterThanOrEqual(8);
    expect(found.filter(([, answer]) => !/^TLS 1\.[02], /.test(answer))).toEqual([]);
    // AES128-SHA, the best that it knows.
    expect(found).toContainEqual(['Android 2.3.7', 'TLS 1.0, 002f']);
    const refused = Object.entries(await simulated(ordinary)).filter(([, answer]) => answer === 'refused');
    expect(refused.map(([name]) => name)).toContain('Android 2.3.7');
  },
);
