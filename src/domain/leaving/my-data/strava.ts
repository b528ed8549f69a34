import { DateTime } from 'luxon';
import { BundleRefused } from '../../../platform/archives/refused.ts';
import { beginningOf, lengths, storableLine } from '../../../platform/text.ts';
import type { ImportWishes } from '../../accounts/data-import.entity.ts';
import { momentOf } from '../../rules/moment.ts';
import { mayBeRun, runTypeOf } from '../../workouts/run-types.ts';
import type { Archive } from './archive.ts';
import { sentenceOf } from './outcome.ts';
import { faultOf } from './plan.ts';
import type { Item, SaidOfRecording } from './plan.ts';
import { nothingSaid } from './recordings.ts';
import { runRecord } from './records.ts';

/** The list of activities, which may be in a folder that was zipped again. */
const list = /^(?:[^/]+\/)?activities\.csv$/;
/** How dates are written, in UTC. */
const formats = ['MMM d, y, h:mm:ss a', 'd MMM y, H:mm:ss', 'y-MM-dd H:mm:ss'];

/** An activity of the list. */
interface Listed {
  id: string;
  date: string;
  /** Its recording, as a path from the folder of the list; null for what was entered by hand. */
  file: string | null;
  said: SaidOfRecording;
  /** Seconds, and meters. */
  duration: number;
  distance: number | null;
}

/** The activities of an archive of Strava, in the order of its list, and recordings that the list does not name. Null for others. */
export async function stravaActivities(archive: Archive, wishes: ImportWishes): Promise<Item[] | null> {
  const files = await archive.files();
  const path = files.find((file) => list.test(file));
  if (path === undefined) return null;
  const root = path.slice(0, -'activities.csv'.length);
  const unnamed = new Set(files.filter((file) => file.startsWith(`${root}activities/`)));
  const items: Item[] = [];
  const take = ({ file, ...activity }: Listed) => {
    if (file === null) items.push(enteredByHand(activity, wishes));
    else if (unnamed.delete(root + file)) items.push({ kind: 'recording', file: root + file, said: activity.said });
    else items.push(broken(file, 'It is named in activities.csv, and the archive does not have it, or not once more.'));
  };
  let read: ((cells: string[]) => Listed) | null = null;
  try {
    await archive.records(path, (cells) => {
      if (read) take(read(cells));
      else read = readerOf(cells);
    });
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    items.push(broken(path, error.message));
  }
  for (const file of unnamed) items.push({ kind: 'recording', file, said: nothingSaid });
  return items;
}

/**
 * What reads a record. The first line names the columns in the language of the person; the first columns are the same in all of them,
 * and only English words for sports are known.
 */
function readerOf(header: string[]): (cells: string[]) => Listed {
  const names = header.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/^activity /, ''),
  );
  const isEnglish = names.includes('type');
  const [inUnit, inMeters] = [names.indexOf('distance'), names.lastIndexOf('distance')];
  return (cells) => {
    const [id = '', date = '', title = '', sport = '', text = '', seconds = ''] = cells;
    const [kilometers, meters] = [numberOf(cells[inUnit]), inMeters > inUnit ? numberOf(cells[inMeters]) : null];
    return {
      id,
      date,
      file: cells.find((cell) => /^activities\/[^/]+$/.test(cell)) ?? null,
      said: {
        title: beginningOf(storableLine(title), lengths.title) || null,
        postBody: beginningOf(text.split('\n').map(storableLine).join('\n').trim(), lengths.text) || null,
        sport: isEnglish ? sport : null,
      },
      duration: Number(seconds || NaN),
      distance: meters ?? (kilometers && kilometers * 1000),
    };
  };
}

/** A positive number as languages write it: `1,234.5` and `1234,5`; null for anything else. */
function numberOf(text = ''): number | null {
  const number = Number(text.replace(/,(?=\d{3}\.)/g, '').replace(',', '.'));
  return number > 0 ? number : null;
}

/** The run of an activity without a recording, which can come in where its date and duration can be read. */
function enteredByHand({ id, date, said, duration, distance }: Omit<Listed, 'file'>, wishes: ImportWishes): Item {
  const name = `activities.csv, activity ${id}`;
  if (wishes.onlyRuns && !mayBeRun(said.sport))
    return broken(name, `It is of ${storableLine(said.sport ?? '')}, which is no run.`);
  const begun = formats
    .map((format) => DateTime.fromFormat(date.replaceAll(/\s+/g, ' ').trim(), format, { zone: 'utc', locale: 'en' }))
    .find(({ isValid }) => isValid);
  if (!begun) return broken(name, 'It has no file, and its date cannot be read.');
  const moment = momentOf(begun.toMillis());
  const read = runRecord.safeParse({
    ...runTypeOf(said.sport),
    id: Number(id),
    postId: null,
    title: said.title ?? '',
    postBody: said.postBody ?? '',
    runDate: moment,
    durationInSeconds: duration,
    distanceInMeters: distance,
    privacy: wishes.privacy,
    source: 'json',
    createdDate: moment,
  });
  if (!read.success) return broken(name, `It has no file, and it cannot be read: ${faultOf(read.error)}`);
  return { kind: 'run', run: read.data, list: 'activities.csv', gpx: null, original: null };
}

function broken(file: string, reason: string): Item {
  return { kind: 'broken', refused: { file, reason: sentenceOf(reason) } };
}
