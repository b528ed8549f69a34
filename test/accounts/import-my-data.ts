import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { until } from '../mail/patience.ts';
import { as } from '../support/cast.ts';
import type { Person } from '../support/cast.ts';
import { readZip } from './read-zip.ts';

/** What `dataImport` shows. */
export interface Shown {
  state: string;
  total: number | null;
  done: number;
  added: number;
  duplicates: number;
  refusedCount: number;
  refused: { file: string; reason: string }[];
  reason: string | null;
}

/** What a person wishes of an archive of another service. */
interface Wishes {
  privacy?: 'PUBLIC' | 'FRIENDS' | 'PRIVATE';
  onlyRuns?: boolean;
}

const fields = 'state total done added duplicates refusedCount refused { file reason } reason';

/** The archive of a person. */
export async function archiveOf(person: Person): Promise<Buffer> {
  const { data } = await as(person).graphql<{ exportMyData: { url: string } }>('mutation { exportMyData { url } }');
  const response = await fetch(data?.exportMyData.url ?? '');
  if (response.status !== 200) throw new Error(`no archive: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Prepares the upload of an archive. */
export async function prepare(person: Person): Promise<{ uploadId: string; uploadUrl: string }> {
  const { data, errors } = await as(person).graphql<{
    prepareDataImport: { upload: { uploadId: string; uploadUrl: string } };
  }>('mutation { prepareDataImport { upload { uploadId uploadUrl } } }');
  if (!data?.prepareDataImport) throw new Error(errors[0]?.extensions.code ?? 'no upload');
  return data.prepareDataImport.upload;
}

/** Sends bytes to an upload. */
export async function put(url: string, body: Buffer): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { method: 'PUT', body: new Uint8Array(body) });
  return { status: response.status, text: await response.text() };
}

/** Calls `importMyData`. */
export async function begin(person: Person, uploadId: string, wishes: Wishes = {}): Promise<Shown | string> {
  const { data, errors } = await as(person).graphql<{ importMyData: { import: Shown } | null }>(
    `mutation ($input: ImportMyDataInput!) { importMyData(input: $input) { import { ${fields} } } }`,
    { input: { uploadId, ...wishes } },
  );
  return data?.importMyData?.import ?? errors[0]?.extensions.code ?? 'nothing';
}

/** Calls `cancelMyDataImport`. */
export async function cancel(person: Person): Promise<Shown | string> {
  const { data, errors } = await as(person).graphql<{ cancelMyDataImport: { import: Shown } | null }>(
    `mutation { cancelMyDataImport { import { ${fields} } } }`,
  );
  return data?.cancelMyDataImport?.import ?? errors[0]?.extensions.code ?? 'nothing';
}

/** The latest import of a person. */
export async function shown(person: Person): Promise<Shown | null> {
  const { data } = await as(person).graphql<{ dataImport: Shown | null }>(`{ dataImport { ${fields} } }`);
  return data?.dataImport ?? null;
}

/** Waits for the end of the import of a person. */
export async function ended(person: Person): Promise<Shown> {
  let latest: Shown | null = null;
  await until(
    async () => {
      latest = await shown(person);
      return latest !== null && ['DONE', 'REFUSED', 'CANCELLED'].includes(latest.state);
    },
    'the import to end',
    90,
  );
  return latest!;
}

/** Brings an archive into the account of a person. */
export async function bring(person: Person, archive: Buffer, wishes?: Wishes): Promise<Shown> {
  const { uploadId, uploadUrl } = await prepare(person);
  const sent = await put(uploadUrl, archive);
  if (sent.status !== 204) throw new Error(`the archive was refused: ${sent.status} ${sent.text}`);
  const begun = await begin(person, uploadId, wishes);
  if (typeof begun === 'string') throw new Error(`the import did not begin: ${begun}`);
  return ended(person);
}

/** A zip of files. @param mode of each file, with its kind */
export async function zipOf(files: ReadonlyMap<string, Buffer | string>, mode = 0o100644): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'zip-'));
  try {
    const zip = new ZipFile();
    for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name, { mode });
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(join(folder, 'it.zip')));
    return await readFile(join(folder, 'it.zip'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An archive with some files changed; null removes one. */
export async function changed(archive: Buffer, changes: Record<string, Buffer | string | null>): Promise<Buffer> {
  const files = new Map<string, Buffer | string>(readZip(archive));
  for (const [name, content] of Object.entries(changes))
    if (content === null) files.delete(name);
    else files.set(name, content);
  return zipOf(files);
}

/**
 * What of an archive comes in, with the numbers of runs, posts, pictures and routes in place of their ids, so that archives of two
 * accounts can be compared.
 */
export function comparable(archive: Buffer): Record<string, unknown> {
  const files = readZip(archive);
  const json = (name: string) => JSON.parse(files.get(name)?.toString() ?? '[]') as Record<string, unknown>[];
  const numbers = new Map<string, string>();
  const number = (kind: string, file: string) =>
    json(file).forEach(({ id }, at) => numbers.set(`${kind} ${String(id)}`, `${kind} ${at}`));
  number('run', 'workouts.json');
  number('post', 'posts.json');
  number('picture', 'pictures.json');
  number('route', 'routes.json');
  const of = (kind: string, id: unknown) =>
    id == null ? null : (numbers.get(`${kind} ${String(id)}`) ?? `no ${kind}`);
  const told: Record<string, unknown> = {};
  for (const [kind, name] of [
    ['run', 'workouts.json'],
    ['post', 'posts.json'],
    ['picture', 'pictures.json'],
    ['route', 'routes.json'],
  ] as const)
    told[name] = json(name).map((row) => ({
      ...row,
      id: of(kind, row['id']),
      ...('postId' in row && { postId: of('post', row['postId']) }),
      ...('workoutId' in row && { workoutId: of('run', row['workoutId']) }),
      // What others did is not part of it.
      ...('likers' in row && { likeCount: null, likers: null, commentCount: null }),
    }));
  for (const name of ['profile.json', 'preferences.json', 'stats.json'])
    told[name] = { ...(json(name) as unknown as object), id: null };
  for (const [name, content] of files) {
    const [, folder, before, id, end] = /^(workouts|originals|pictures)\/(.*)-(\d+)(\.\w+)$/.exec(name) ?? [];
    if (name === 'profile-picture.jpg') told[name] = content.toString('base64');
    if (folder === undefined) continue;
    const kind = folder === 'pictures' ? 'picture' : 'run';
    const place = folder === 'pictures' ? of('post', before) : before;
    // The name of the author is that of the account.
    told[`${folder}/${String(place)}-${String(of(kind, id))}${String(end)}`] =
      folder === 'workouts' ? content.toString().replace(/<author>.*?<\/author>/, '') : content.toString('base64');
  }
  return told;
}
