import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { queriesOf } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure, invalid } from '../../errors.ts';
import { spotOfUser } from '../feed/grid.ts';
import { isCalendarDate } from '../rules/moment.ts';
import { mustOwn } from '../rules/ownership.ts';
import { checkText } from '../../platform/text.ts';
import { Profile } from './profile.entity.ts';
import type { ProfileRow } from './profile.queries.ts';

/** What is left out stays; null empties where a field may be empty. */
export type ProfileChanges = { [Field in keyof Omit<ProfileRow, 'id'>]?: ProfileRow[Field] | null };

/** The columns: a gender that was not said is the empty text. */
type Stored = Omit<ProfileRow, 'id' | 'gender'> & { gender: string };

/** Moves user `$1`'s posts to the spot of their place, for the local feed. */
const movePosts = statement<{ id: number }>(
  'move_posts',
  `update post set spot = ${spotOfUser('$1')} where author_id = $1`,
);

/** Changes one's own profile. @throws Failure NOT_FOUND, NOT_YOURS, INVALID */
export async function updateProfile(
  context: Context,
  profileId: number,
  changes: ProfileChanges,
): Promise<{ id: number }> {
  const viewer = viewerOf(context);
  const current = await context.loaders.profiles.load(profileId);
  if (!current) throw new Failure('NOT_FOUND');
  mustOwn(viewer.id, profileId);
  const next: Partial<Stored> = {
    ...body(changes, context.now()),
    ...(await location(context, changes, current)),
  };
  if (Object.keys(next).length > 0)
    await context.database.em().transactional(async (em) => {
      await em.nativeUpdate(Profile, { user: profileId }, next);
      if ('locationLat' in next) await queriesOf(em).all(movePosts, [profileId]);
    });
  context.loaders.profiles.clear(profileId);
  return { id: profileId };
}

/** The changes that are no place. */
function body(changes: ProfileChanges, now: Date): Partial<Stored> {
  const next: Partial<Stored> = {};
  if (changes.birthDate !== undefined) next.birthDate = checkBirthDate(changes.birthDate, now);
  if (changes.gender !== undefined) next.gender = changes.gender ?? '';
  if (changes.weight !== undefined) next.weight = checkWeight(changes.weight);
  if (changes.weightUnit != null) next.weightUnit = changes.weightUnit;
  return next;
}

/** Only a name: its coordinates are looked up; only coordinates: the nearest town's name (interface, Profile; R18). */
async function location(context: Context, changes: ProfileChanges, current: ProfileRow): Promise<Partial<Stored>> {
  const named = changes.locationName !== undefined;
  const placed = changes.locationLat !== undefined || changes.locationLng !== undefined;
  if (!named && !placed) return {};
  const name = named ? checkText(changes.locationName ?? '', 'locationName', 'place') : '';
  if (!placed) {
    const place = name === '' ? null : await context.outside.places.find(name);
    return { locationName: name, locationLat: place?.latitude ?? null, locationLng: place?.longitude ?? null };
  }
  const lat = changes.locationLat === undefined ? current.locationLat : changes.locationLat;
  const lng = changes.locationLng === undefined ? current.locationLng : changes.locationLng;
  if ((lat === null) !== (lng === null))
    throw invalid(lat === null ? 'locationLat' : 'locationLng', 'is required when the other coordinate is given');
  if (lat === null || lng === null) return { locationName: name, locationLat: null, locationLng: null };
  if (!(Math.abs(lat) <= 90)) throw invalid('locationLat', 'must be between -90 and 90');
  if (!(Math.abs(lng) <= 180)) throw invalid('locationLng', 'must be between -180 and 180');
  const found = named ? name : ((await context.outside.places.nearest(lat, lng))?.name ?? '');
  return { locationName: found, locationLat: notTiny(lat), locationLng: notTiny(lng) };
}

/** A coordinate; 0 for less than a billionth of a degree, whose square PostgreSQL refuses to compute. */
const notTiny = (degrees: number) => (Math.abs(degrees) < 1e-9 ? 0 : degrees);

/** A date of birth as it is stored. @throws Failure INVALID */
export function checkBirthDate(date: string | null, now: Date): string | null {
  if (date === null || date === '') return null;
  if (!isCalendarDate(date)) throw invalid('birthDate', 'must be a date, YYYY-MM-DD');
  if (date < '1900-01-01' || date > now.toISOString().slice(0, 10))
    throw invalid('birthDate', 'must lie between 1900-01-01 and today');
  return date;
}

function checkWeight(weight: number | null): number | null {
  if (weight === null) return null;
  if (!Number.isFinite(weight) || weight <= 0 || weight >= 2000) throw invalid('weight', 'must be between 0 and 2000');
  return Math.round(weight * 100) / 100;
}
