import { BundleRefused } from '../../../platform/archives/refused.ts';
import type { ImportWishes } from '../../accounts/data-import.entity.ts';
import type { Archive } from './archive.ts';
import { planOf } from './plan.ts';
import type { Item } from './plan.ts';
import { recordingsIn } from './recordings.ts';
import { stravaActivities } from './strava.ts';

/** Reads the archive of one service; null for those of others, which the files in it decide. */
type Reader = (archive: Archive, wishes: ImportWishes) => Promise<Item[] | null>;

const readers: readonly Reader[] = [
  async (archive) => ((await archive.isOwn()) ? planOf(archive) : null),
  stravaActivities,
  recordingsIn,
];

/**
 * Everything in an archive that can come in, in an order that is the same each time.
 * @throws BundleRefused for an archive that none of the readers knows
 */
export async function itemsOf(archive: Archive, wishes: ImportWishes): Promise<Item[]> {
  for (const read of readers) {
    const items = await read(archive, wishes);
    if (items) return [...items, ...archive.damaged.map((refused) => ({ kind: 'broken' as const, refused }))];
  }
  throw new BundleRefused(
    'This is no archive of `exportMyData` and none of Strava, and no file in it is a recording: GPX, TCX or FIT.',
  );
}
