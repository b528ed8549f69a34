import { preferencesLoader, profilesLoader } from '../../people/person.loaders.ts';
import type { z } from 'zod';
import { Failure } from '../../../errors.ts';
import { viewerOf } from '../../context.ts';
import type { Context } from '../../context.ts';
import { updatePreferences } from '../../people/update-preferences.ts';
import { updateProfile } from '../../people/update-profile.ts';
import type { Archive } from './archive.ts';
import { faultOf } from './plan.ts';
import { preferencesRecord, profileRecord } from './records.ts';
import type { Outcome } from './outcome.ts';

/** What an account has from the beginning. A preference that is still so takes the value of an archive. */
const beginning: z.infer<typeof preferencesRecord> = {
  weeklyEmailReport: false,
  monthlyEmailReport: false,
  annuallyEmailReport: false,
  distance: 'miles',
  elevation: 'feet',
  unwantedNotifications: [],
  timezone: 'UTC',
};

/** Takes the preferences of an archive that its owner has not set here. @throws Failure INVALID */
export async function bringPreferences(context: Context, archive: Archive): Promise<Outcome> {
  const { id } = viewerOf(context);
  const given = await recordOf(archive, 'preferences.json', preferencesRecord);
  const here = await context.loader(preferencesLoader).load(id);
  if (!here) throw new Failure('NOT_FOUND');
  const names = Object.keys(beginning) as (keyof typeof beginning)[];
  const taken = names.filter((name) => {
    const [first, now, then] = [beginning[name], here[name], given[name]].map((value) => JSON.stringify(value));
    return now === first && then !== first;
  });
  if (taken.length === 0) return { kind: 'duplicate' };
  await updatePreferences(context, id, Object.fromEntries(taken.map((name) => [name, given[name]])));
  return { kind: 'added' };
}

/** Takes the facts of a profile that its owner has not stated here. @throws Failure INVALID */
export async function bringProfile(context: Context, archive: Archive): Promise<Outcome> {
  const { id } = viewerOf(context);
  const given = await recordOf(archive, 'profile.json', profileRecord);
  const here = await context.loader(profilesLoader).load(id);
  if (!here) throw new Failure('NOT_FOUND');
  const { birthDate, gender, weight, weightUnit, locationName, locationLat, locationLng } = given;
  const hasPlace = locationName !== '' || locationLat !== null;
  const changes = {
    ...(here.birthDate === null && birthDate !== null && { birthDate }),
    ...(here.gender === null && gender && { gender }),
    ...(here.weight === null && weight !== null && { weight }),
    ...(here.weight === null && weightUnit !== here.weightUnit && { weightUnit }),
    ...(here.locationName === '' &&
      here.locationLat === null &&
      hasPlace && { locationName, locationLat, locationLng }),
  };
  if (Object.keys(changes).length === 0) return { kind: 'duplicate' };
  await updateProfile(context, id, changes);
  return { kind: 'added' };
}

async function recordOf<Shape extends z.ZodType>(
  archive: Archive,
  file: string,
  shape: Shape,
): Promise<z.infer<Shape>> {
  const read = shape.safeParse(await archive.json(file).catch(() => null));
  if (!read.success) throw new Failure('MALFORMED', `It cannot be read: ${faultOf(read.error)}`);
  return read.data;
}
