import { createHash } from 'node:crypto';
import { as } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import type { Answer } from '../support/client.ts';
import { smallJpeg } from './images.ts';

/** A picture as REST shows it. */
export interface WirePicture {
  id: number;
  resource_uri: string;
  post: string;
  created_date: string;
  thumbnail: string;
  feed: string;
  detail: string;
  original: string;
}

/** Names of the four sizes. */
export const sizeNames = ['thumbnail', 'feed', 'detail', 'original'] as const;

export const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64');

/** POST of a picture to a post. */
export function send(
  person: Person,
  post: number,
  bytes: Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return as(person).send('POST', `/picture/?post_id=${post}`, {
    headers: { 'Content-Type': 'image/jpeg', ...headers },
    body: bytes,
  });
}

/** Adds a picture to a post; the record that REST shows of it. */
export async function addPicture(person: Person, post: number, bytes?: Buffer): Promise<WirePicture> {
  const answer = await send(person, post, bytes ?? (await smallJpeg()));
  if (answer.status !== 201) throw new Error(`the picture was refused: ${answer.status} ${answer.text}`);
  return pictureOf(person, Number(/(\d+)\/$/.exec(answer.headers.location ?? '')?.[1]));
}

/** The picture's record as the person sees it. */
export async function pictureOf(person: Person, id: number): Promise<WirePicture> {
  return (await as(person).get(`/picture/${id}/`)).json<WirePicture>();
}

/** What a URL gives without a key. */
export async function fetched(url: string): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(url);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
