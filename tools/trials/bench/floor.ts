import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { packTrack, unpackTrack } from '@runners/recordings';
import { statements } from './floor-statements.ts';
import type { StatementName } from './floor-statements.ts';
import { distanceOf, readJson, scanGpx, writeTrack } from './floor-tracks.ts';
import {
  envelope,
  wireComment,
  wireConversations,
  wireFoundUser,
  wirePost,
  wireSingleUser,
  wireUserWithProfile,
  wireWorkout,
} from './floor-wire.ts';
import type { CommentRow, PostRow, MemberRow, UserRow, UserWithProfileRow, WorkoutRow } from './floor-wire.ts';
import { settings } from './settings.ts';

/*
 * The floor: what someone would write for these items alone on bare node:http and pg. One statement a request, no
 * checks, no other formats, one row to text by hand. It answers the same requests with the same values as the service
 * (run.ts compares them), but for uploads it measures distance and duration only: no climb, best efforts, line or hash,
 * and it looks for no duplicates.
 */

const moment = (text: string) => `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(6, '0')}`;
const parsers: Record<number, (text: string) => unknown> = {
  20: Number,
  1184: moment,
  1016: (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)),
};
const pool = new pg.Pool({
  connectionString: settings.databaseUrl,
  max: 16,
  options: '-c TimeZone=UTC',
  types: {
    getTypeParser: ((oid: number, format?: 'text') =>
      parsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  },
});

async function all<Row>(name: StatementName, values: unknown[]): Promise<Row[]> {
  return (await pool.query({ name, text: statements[name], values })).rows as Row[];
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

async function answer(request: IncomingMessage): Promise<Answer> {
  const { url = '' } = request;
  const authorization = request.headers.authorization ?? '';
  const key = authorization.slice(authorization.indexOf(':') + 1);
  if (request.method === 'POST' && url === '/api/v1/message/') return send(key, await bodyOf(request));
  if (request.method === 'POST')
    return upload(key, await bodyOf(request), request.headers['content-type'] === 'application/json');
  if (url.startsWith('/api/v1/post/?')) return feed(key, url);
  if (url.startsWith('/sql/api/v1/post/?')) return feedMadeBySql(key, url.slice(4));
  if (url.startsWith('/api/v1/post/'))
    return json((await all<PostRow>('post', [key, url.slice(13, -1)])).map(wirePost)[0]);
  if (url.startsWith('/api/v1/user/search/?')) return search(key, url);
  if (url.startsWith('/with-profile/'))
    return json((await all<UserWithProfileRow>('userWithProfile', [key, url.slice(14)])).map(wireUserWithProfile)[0]);
  if (url.startsWith('/api/v1/user/'))
    return json((await all<UserRow>('user', [key, url.slice(13, -1)])).map(wireSingleUser)[0]);
  if (url.startsWith('/api/v1/comment/?')) {
    const [, post, limit = ''] = /post_id=(\d+)&limit=(\d+)/.exec(url) ?? [];
    const rows = await all<CommentRow & { total: number }>('comments', [key, post, limit]);
    return json(envelope(url, rows, Number(limit), rows.map(wireComment)));
  }
  if (url.startsWith('/api/v1/conversation/inbox/?')) {
    const limit = url.slice(url.indexOf('=') + 1);
    const rows = await all<MemberRow & { total: number }>('inbox', [key, limit]);
    return json(envelope(url, rows, Number(limit), wireConversations(rows)));
  }
  const { user, limit } = Object.fromEntries(new URLSearchParams(url.slice(url.indexOf('?') + 1)));
  if (!request.headers.accept?.includes('GPX'))
    return json((await all<WorkoutRow>('workouts', [key, user, limit])).map(wireWorkout));
  const rows = await all<{ title: string; run_type: string; points: Buffer; runner: string }>('tracks', [
    key,
    user,
    limit,
  ]);
  let body = `<?xml version="1.0" encoding="UTF-8"?>
<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="Fitness Activity Social Service">
<metadata><author><name>${rows[0]?.runner}</name></author><time>${new Date().toISOString().slice(0, 19)}Z</time></metadata>\n`;
  for (const { title, run_type, points } of rows) body += writeTrack(title, run_type, unpackTrack(points));
  return { status: 200, type: 'application/X.service-GPX+xml; charset=utf-8', body: `${body}</gpx>\n` };
}

const newest = String(Number.MAX_SAFE_INTEGER);

/** Page size and cursor of a feed's URL, and the link that leads on from there. */
function pageOf(url: string) {
  const at = url.indexOf('&earlier_than=');
  const first = at < 0 ? url : url.slice(0, at);
  return {
    deep: at >= 0,
    before: at < 0 ? newest : url.slice(at + 14),
    limit: Number(first.slice(first.indexOf('limit=') + 6)),
    first,
  };
}

async function feed(key: string, url: string): Promise<Answer> {
  const { deep, before, limit, first } = pageOf(url);
  const rows = await all<PostRow>(deep ? 'feedDeep' : 'feed', [key, before, limit + 1]);
  const more = rows.length > limit;
  if (more) rows.pop();
  return json({
    meta: {
      feed_type: 'friends',
      newer: rows[0]?.newer ? `${first}&later_than=${rows[0].id}` : null,
      older: more ? `${first}&earlier_than=${rows.at(-1)?.id}` : null,
    },
    objects: rows.map(wirePost),
  });
}

async function feedMadeBySql(key: string, url: string): Promise<Answer> {
  const { deep, before, limit, first } = pageOf(url);
  const name = deep ? 'feedDeepJson' : 'feedJson';
  const rows = await all<{ id: number; text: string; newer?: boolean }>(name, [key, before, limit + 1]);
  const more = rows.length > limit;
  if (more) rows.pop();
  const newer = rows[0]?.newer ? `"${first}&later_than=${rows[0].id}"` : 'null';
  const older = more ? `"${first}&earlier_than=${rows.at(-1)?.id}"` : 'null';
  const objects = rows.map(({ text }) => text).join(',');
  const body = `{"meta":{"feed_type":"friends","newer":${newer},"older":${older}},"objects":[${objects}]}`;
  return { status: 200, type: 'application/json; charset=utf-8', body };
}

async function search(key: string, url: string): Promise<Answer> {
  const { q = '', limit } = Object.fromEntries(new URLSearchParams(url.slice(url.indexOf('?') + 1)));
  const name = q.toLowerCase();
  const words = name.split(' ');
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best));
  const patterns = words.map((word) => `% ${word}%`);
  type Found = UserRow & { location_name: string; total: number };
  const rows = await all<Found>('search', [key, name, longest, patterns, limit]);
  return json(envelope(url, rows, Number(limit), rows.map(wireFoundUser)));
}

async function send(key: string, bytes: Buffer): Promise<Answer> {
  const { conversation_id, message } = JSON.parse(bytes.toString()) as { conversation_id: number; message: string };
  await all('sending', [key, conversation_id, message]);
  return { status: 201, type: 'text/plain', body: '' };
}

async function upload(key: string, body: Buffer, isJson: boolean): Promise<Answer> {
  const { title, runDate, runType, privacy, source, track } = isJson
    ? readJson(body.toString())
    : scanGpx(body.toString());
  const duration = Math.round((track.time.at(-1)! - track.time[0]!) / 1000);
  const distance = distanceOf(track).toFixed(2);
  const values = [
    key,
    title,
    runDate,
    runType,
    duration,
    distance,
    privacy,
    source,
    Buffer.from(packTrack(track).buffer),
  ];
  const [row] = await all<{ id: number; user_id: number; post_id: number }>('insertion', values);
  const run_date = `${runDate.slice(0, 19)}.000000`;
  const given = {
    title,
    post_body: '',
    run_date,
    run_type: runType,
    duration_in_seconds: duration,
    distance_in_meters: distance,
  };
  return json(wireWorkout({ ...row!, ...given, polyline: '', privacy, source }), 201);
}

function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

const server = createServer((request, response) => {
  answer(request)
    .catch((error: unknown) => ({ status: 500, type: 'text/plain', body: String(error) }))
    .then(({ status, type, body }) => {
      response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) });
      response.end(body);
    });
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
process.once('SIGTERM', () => process.exit(0));
