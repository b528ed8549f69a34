import type { ProcessContext } from '../context.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { gpxDocument, PackedTrack } from '@runners/recordings';
import { preferencesByIds } from '../people/preferences.queries.ts';
import { profilesByIds } from '../people/profile.queries.ts';
import { statsByIds } from '../people/stats.queries.ts';
import { tracksByWorkoutIds } from '../workouts/track.queries.ts';
import {
  exportedAccount,
  exportedConversations,
  exportedLists,
  exportedMessages,
  exportedOriginals,
  exportedPictures,
  exportedProfilePicture,
  exportedTracks,
  pageSize,
} from './export.queries.ts';
import { originalOfOwner } from '../workouts/originals/original.queries.ts';
import { readOriginal } from '../workouts/originals/read-original.ts';
import { gpxCreator, gpxNameOf } from '../workouts/gpx-words.ts';
import { readSensors } from '../workouts/stream-gpx.ts';

/** One file of the archive. Its content is produced while it is read. */
export interface ArchiveFile {
  name: string;
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

type Source = Pick<ProcessContext, 'database' | 'integrations' | 'now'>;

/** The name of a user, or null if the account was deleted. */
async function accountName({ database }: Pick<Source, 'database'>, userId: number): Promise<string | null> {
  const account = await database.one(exportedAccount, [userId]);
  return account ? `${account.firstName} ${account.lastName}` : null;
}

/**
 * Yields everything that the service stores about a user, file by file. It is read in pages, each with a short
 * statement, so that a slow download keeps neither a connection nor more than a page in memory. Changes during the
 * download may or may not be included.
 */
export async function* archiveOf(source: Source, userId: number): AsyncGenerator<ArchiveFile, void, undefined> {
  const { database } = source;
  const one = async <Row>(name: string, statement: Statement<Row>, values: Parameters<typeof database.one>[1]) => ({
    name,
    chunks: [`${JSON.stringify((await database.one(statement, values)) ?? null, null, 2)}\n`],
  });
  yield { name: 'README.txt', chunks: [readme] };
  yield await one('account.json', exportedAccount, [userId]);
  yield await one('preferences.json', preferencesByIds, [userId, [userId]]);
  yield await one('profile.json', profilesByIds, [userId, [userId]]);
  yield await one('stats.json', statsByIds, [userId, [userId], source.now()]);
  for (const { file, page } of exportedLists) yield { name: file, chunks: jsonList(rowsOf(source, page, userId)) };
  yield { name: exportedConversations.file, chunks: jsonList(conversations(source, userId)) };
  yield* gpxFiles(source, userId);
  yield* originalFiles(source, userId);
  yield* pictureFiles(source, userId);
}

/** Yields all rows of a list, page by page. */
async function* rowsOf<Row extends { id: number }>(
  { database }: Source,
  page: Statement<Row>,
  owner: number,
  more: readonly number[] = [],
): AsyncGenerator<Row, void, undefined> {
  let after = 0;
  for (;;) {
    const rows = await database.all(page, [owner, after, pageSize, ...more]);
    yield* rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Yields a JSON array with one element in each line. An element may be given in several pieces. */
async function* jsonList(rows: AsyncIterable<object>): AsyncGenerator<string, void, undefined> {
  let before = '[\n';
  for await (const row of rows) {
    yield before;
    if (Symbol.asyncIterator in row) yield* row as AsyncIterable<string>;
    else yield JSON.stringify(row);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Yields each conversation with its messages, oldest first. */
async function* conversations(source: Source, userId: number): AsyncGenerator<AsyncIterable<string>, void, undefined> {
  for await (const conversation of rowsOf(source, exportedConversations.page, userId))
    yield (async function* () {
      yield `${JSON.stringify(conversation).slice(0, -1)},"messages":`;
      yield* jsonList(rowsOf(source, exportedMessages, conversation.id, [userId]));
      yield '}';
    })();
}

/** Yields a GPX file for each workout with points (interface, GPX response body). */
async function* gpxFiles(source: Source, userId: number): AsyncGenerator<ArchiveFile, void, undefined> {
  const authorName = (await accountName(source, userId)) ?? '';
  for await (const { id, title, runType, runDate } of rowsOf(source, exportedTracks.page, userId)) {
    const [row] = await source.database.all(tracksByWorkoutIds, [[id]]);
    if (!row) continue;
    const sensors = await readSensors(source.database, id);
    const workout = { name: gpxNameOf({ runType, title }), track: new PackedTrack(row.points), sensors };
    yield {
      name: `workouts/${runDate.slice(0, 10)}-${id}.gpx`,
      chunks: gpxDocument({ creator: gpxCreator, authorName, time: new Date(runDate) }, [workout]),
    };
  }
}

/** Yields the files that were uploaded as workouts, byte for byte. */
async function* originalFiles(source: Source, userId: number): AsyncGenerator<ArchiveFile, void, undefined> {
  for await (const { id, runDate } of rowsOf(source, exportedOriginals.page, userId)) {
    const original = await source.database.one(originalOfOwner, [userId, id]);
    const bytes = original && (await readOriginal(source.integrations, original));
    if (bytes) yield { name: `originals/${runDate.slice(0, 10)}-${id}.${original.format}`, chunks: bytes };
  }
}

/** Yields the profile picture, whose original is not kept, and the originals of the pictures of posts. */
async function* pictureFiles(source: Source, userId: number): AsyncGenerator<ArchiveFile, void, undefined> {
  const profile = await source.database.one(exportedProfilePicture, [userId]);
  const face = profile && (await source.integrations.pictures.read(profile.key, '225'));
  if (face) yield { name: 'profile-picture.jpg', chunks: face.content };
  for await (const { id, postId, key, format } of rowsOf(source, exportedPictures.page, userId)) {
    const file = await source.integrations.pictures.read(key, 'original');
    if (file) yield { name: `pictures/${postId}-${id}.${format}`, chunks: file.content };
  }
}

const readme = `Everything this service knows about you, as of the moment this file was fetched.

account, preferences, profile, stats, keys    who you are, and what signed in (never the keys themselves)
workouts, workouts/*.gpx                      your runs; those with recorded points as GPX 1.1 files, too
originals/*                                   the files that you uploaded, unchanged
posts, comments, liked-posts, liked-comments  what you published, wrote and liked
profile-picture.jpg                           your profile picture
pictures, pictures/*                          pictures of your posts as you uploaded them, by post and picture
friendships, invitations                      whom you know, whom you invited
blocked-users, muted-users, reports           whom you blocked, whom you muted, what you reported
routes, favorite-routes                       routes you made, routes you marked
events, sponsored                             charity events you took part in, whom you promised money
social-accounts                               your accounts in other networks that sign in here
conversations                                 your conversations with all their messages

Distances and elevations are in meters, durations in seconds, times in UTC.
`;
