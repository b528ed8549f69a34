import type { z } from 'zod';
import { MalformedBody } from '@runners/wire';
import { beginningOf } from '../../../platform/text.ts';
import type { RefusedPart } from '../../accounts/data-import.entity.ts';
import type { Archive } from './archive.ts';
import { sentenceOf } from './outcome.ts';
import { pictureRecord, routeRecord, runRecord } from './records.ts';
import type { PictureRecord, RouteRecord, RunRecord } from './records.ts';

/** What the archive of another service says about a recording; null where it does not. */
export interface SaidOfRecording {
  title: string | null;
  postBody: string | null;
  sport: string | null;
}

/** Something in an archive that can come in. */
export type Item =
  | { kind: 'preferences' | 'profile' | 'face' }
  | { kind: 'run'; run: RunRecord; list: string; gpx: string | null; original: string | null }
  | { kind: 'recording'; file: string; said: SaidOfRecording }
  | { kind: 'route'; route: RouteRecord; ofRun: RunRecord | null }
  | { kind: 'picture'; file: string; picture: PictureRecord | null }
  | { kind: 'broken'; refused: RefusedPart };

/**
 * Everything in an archive of `exportMyData` that can come in, in an order that is the same each time: each run is followed by its route and its
 * pictures. Records that cannot be read are part of it, with the reason.
 */
export async function planOf(archive: Archive): Promise<Item[]> {
  const items: Item[] = [];
  const broken = (file: string, what: string) =>
    items.push({ kind: 'broken', refused: { file, reason: sentenceOf(`It ${what}`) } });
  for (const [kind, file] of persons) if ((await archive.sizeOf(file)) !== null) items.push({ kind });
  const runs = await listOf(archive, 'workouts.json', runRecord, broken);
  const routes = await listOf(archive, 'routes.json', routeRecord, broken);
  const gpx = await archive.byNumber('workouts');
  const originals = await archive.byNumber('originals');
  const pictures = await picturesOf(archive, broken);
  const routeOf = new Map(routes.flatMap((route) => (route.workoutId === null ? [] : [[route.workoutId, route]])));
  const placed = new Set<RouteRecord>();
  for (const run of runs) {
    const [track, original] = [gpx.get(run.id) ?? null, originals.get(run.id) ?? null];
    items.push({ kind: 'run', run, list: 'workouts.json', gpx: track, original });
    const route = routeOf.get(run.id);
    if (route) {
      placed.add(route);
      items.push({ kind: 'route', route, ofRun: run });
    }
    for (const picture of pictures.get(run.postId ?? 0) ?? []) items.push({ kind: 'picture', ...picture });
    pictures.delete(run.postId ?? 0);
  }
  for (const route of routes) if (!placed.has(route)) items.push({ kind: 'route', route, ofRun: null });
  for (const { file } of [...pictures.values()].flat())
    broken(file, 'belongs to a post that is none of a run of this archive.');
  return items;
}

const persons = [
  ['preferences', 'preferences.json'],
  ['profile', 'profile.json'],
  ['face', 'profile-picture.jpg'],
] as const;

/** The records of a list that can be read. What cannot is passed to `broken`. */
async function listOf<Shape extends z.ZodType>(
  archive: Archive,
  file: string,
  shape: Shape,
  broken: (file: string, reason: string) => void,
): Promise<z.infer<Shape>[]> {
  const found = await readList(archive, file);
  if (typeof found === 'string') {
    broken(file, found);
    return [];
  }
  const records = found.flatMap((record, at) => {
    const read = shape.safeParse(record);
    if (read.success) return [read.data];
    broken(`${file}, record ${at + 1}`, `cannot be read: ${faultOf(read.error)}`);
    return [];
  });
  return records;
}

/** A list of the archive, which is empty without the file, or the end of a sentence about what is wrong with it. */
async function readList(archive: Archive, file: string): Promise<unknown[] | string> {
  try {
    const read = (await archive.json(file)) ?? [];
    return Array.isArray(read) ? read : 'is not a list.';
  } catch (error) {
    if (error instanceof MalformedBody) return 'is not valid JSON.';
    return `${(error as Error).message}.`;
  }
}

/** The first fault of a record as the end of a sentence. */
export function faultOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return beginningOf(`${issue?.path.join('.') || 'the record'}: ${issue?.message ?? 'is not valid'}.`, 300);
}

/** The files of pictures by their post, in the order of the author; those of archives without `pictures.json` by their number. */
async function picturesOf(archive: Archive, broken: (file: string, reason: string) => void) {
  const files = await archive.byNumber('pictures');
  const records = await listOf(archive, 'pictures.json', pictureRecord, broken);
  const known = new Map(records.map((record) => [record.id, record]));
  for (const { id } of records) if (!files.has(id)) broken(`pictures.json, picture ${id}`, 'has no file here.');
  const found = [...files].map(([id, file]) => {
    const picture = known.get(id) ?? null;
    return { file, picture, post: picture?.postId ?? Number(/^pictures\/(\d+)-/.exec(file)?.[1] ?? 0), id };
  });
  found.sort((one, other) => (one.picture?.position ?? 0) - (other.picture?.position ?? 0) || one.id - other.id);
  const byPost = new Map<number, { file: string; picture: PictureRecord | null }[]>();
  for (const { post, file, picture } of found) {
    const ofPost = byPost.get(post);
    if (ofPost) ofPost.push({ file, picture });
    else byPost.set(post, [{ file, picture }]);
  }
  return byPost;
}
