import { profilesLoader } from './person.loaders.ts';
import { runInTurn, viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure, invalid, together } from '../../errors.ts';
import { followPlace } from '../feed/move-posts.ts';
import { isCalendarDate } from '../rules/moment.ts';
import { nullChecks } from '../rules/null-in-edits.ts';
import { mustOwn } from '../rules/ownership.ts';
import { twoPlaces } from '../rules/two-places.ts';
import { inTime, lookUpAgain } from './look-up-again.ts';
import { checkText } from '../../platform/text.ts';
import type { Stored } from '../../platform/database/columns.ts';
import { Profile } from './profile.entity.ts';
import type { Coordinates, ProfileFacts, ProfileRow } from './profile.queries.ts';

/** Fields that are left out remain as they are. Null clears a field that may be empty. */
type ProfileChanges = { [Field in keyof ProfileFacts]?: ProfileFacts[Field] | null } & {
  /** The newer name of `birthDate`, which takes precedence. */
  dateOfBirth?: string | null;
};

/**
 * Changes the profile of the viewer, or only validates the changes.
 * @throws Failure NOT_FOUND, NOT_YOURS, INVALID, RATE_LIMITED, UNAVAILABLE
 */
export async function updateProfile(
  context: Context,
  profileId: number,
  changes: ProfileChanges,
  validateOnly = false,
): Promise<{ id: number }> {
  const viewer = viewerOf(context);
  const current = await context.loader(profilesLoader).load(profileId);
  if (!current) throw new Failure('NOT_FOUND');
  mustOwn(viewer.id, profileId);
  together(profileChecks(changes, context.now()));
  if (validateOnly) return { id: profileId };
  const write = async () => {
    const { isLate, ...place } = await location(context, changes, current);
    const next: Partial<Stored<Profile>> = { ...body(changes, context.now()), ...place };
    if (Object.keys(next).length > 0)
      await context.database.transaction(async (tx) => {
        const em = await tx.em();
        await em.nativeUpdate(Profile, { user: profileId }, next);
        if ('locationLat' in next) await followPlace(context, tx, profileId);
        if (isLate) await lookUpAgain(context, tx, { userId: profileId });
      });
  };
  // The coordinates of a place have to be found, and posts move to it.
  const { locationName, locationLat, locationLng } = changes;
  const moves = [locationName, locationLat, locationLng].some((given) => given !== undefined);
  await (moves ? runInTurn(context, 'expensive', write) : write());
  context.forget(profilesLoader, profileId);
  return { id: profileId };
}

/** What can be checked without the profile, by the fields. */
const profileChecks = (changes: ProfileChanges, now: Date) => ({
  birthDate: () => checkBirthDate(changes.birthDate ?? null, now),
  dateOfBirth: () => checkBirthDate(changes.dateOfBirth ?? null, now, 'dateOfBirth'),
  weight: () => checkWeight(changes.weight ?? null),
  locationName: () => checkText(changes.locationName ?? '', 'locationName', 'place'),
  locationLat: () => checkDegrees('locationLat', changes.locationLat ?? 0, 90),
  locationLng: () => checkDegrees('locationLng', changes.locationLng ?? 0, 180),
  ...nullChecks(changes, ['weightUnit']),
});

/** The changes except those of the place. */
function body(changes: ProfileChanges, now: Date): Partial<Stored<Profile>> {
  const next: Partial<Stored<Profile>> = {};
  const { birthDate, dateOfBirth = birthDate } = changes;
  if (dateOfBirth !== undefined) next.birthDate = checkBirthDate(dateOfBirth, now);
  if (changes.gender !== undefined) next.gender = changes.gender ?? '';
  if (changes.weight !== undefined) next.weight = checkWeight(changes.weight);
  if (changes.weightUnit != null) next.weightUnit = changes.weightUnit;
  return next;
}

/**
 * Derives the coordinates from a name alone, and the name of the nearest town from coordinates alone (interface,
 * Profile; R18). If one of them is null or empty and the other is given, the empty one counts as absent (decisions N6);
 * if nothing else is given, the place is removed. `isLate` when what is derived has to be looked up again.
 */
async function location(
  context: Context,
  changes: ProfileChanges,
  current: ProfileRow,
): Promise<Partial<Stored<Profile>> & { isLate?: boolean }> {
  const { places } = context.integrations;
  const { locationName, locationLat, locationLng } = changes;
  const name = checkText(locationName ?? '', 'locationName', 'place');
  if (locationLat == null && locationLng == null) {
    if (name !== '') {
      const place = await inTime(places.find(name));
      return { ...found(name, place ?? null), isLate: place === undefined };
    }
    if (locationName !== undefined) return found('', null);
    if (locationLat === undefined && locationLng === undefined) return {};
  }
  const lat = locationLat === undefined ? current.locationLat : locationLat;
  const lng = locationLng === undefined ? current.locationLng : locationLng;
  if (lat === null && lng === null) return found('', null);
  if (lat === null || lng === null)
    throw invalid(
      lat === null ? 'locationLat' : 'locationLng',
      'is required when the other coordinate is given',
      'REQUIRED',
    );
  const place = { latitude: notTiny(lat), longitude: notTiny(lng) };
  if (name !== '') return found(name, place);
  const town = await inTime(places.nearest(lat, lng));
  return { ...found(town?.name ?? '', place), isLate: town === undefined };
}

/** The columns of a place, without coordinates if they are unknown. */
function found(name: string, place: Coordinates | null): Partial<Stored<Profile>> {
  return { locationName: name, locationLat: place?.latitude ?? null, locationLng: place?.longitude ?? null };
}

function checkDegrees(field: string, degrees: number, most: number): void {
  if (!(Math.abs(degrees) <= most)) throw invalid(field, `must be between -${most} and ${most}`, 'OUT_OF_RANGE');
}

/** A coordinate, or 0 if it is below a billionth of a degree, because PostgreSQL cannot compute its square. */
const notTiny = (degrees: number) => (Math.abs(degrees) < 1e-9 ? 0 : degrees);

/** Returns a date of birth as it is stored. @param field as which it was sent @throws Failure INVALID */
export function checkBirthDate(date: string | null, now: Date, field = 'birthDate'): string | null {
  if (date === null || date === '') return null;
  if (!isCalendarDate(date)) throw invalid(field, 'must be a date, YYYY-MM-DD', 'MALFORMED');
  if (date < '1900-01-01' || date > now.toISOString().slice(0, 10))
    throw invalid(field, 'must lie between 1900-01-01 and today', 'OUT_OF_RANGE');
  return date;
}

function checkWeight(weight: number | null): number | null {
  if (weight === null) return null;
  const rounded = twoPlaces(weight);
  if (!Number.isFinite(rounded) || rounded <= 0 || rounded >= 2000)
    throw invalid('weight', 'must be between 0 and 2000', 'OUT_OF_RANGE');
  return rounded;
}
