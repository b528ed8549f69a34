import { loader } from '../../platform/database/loader.ts';
import type { Loader } from '../../platform/database/loader.ts';
import { defineLoader } from '../context.ts';
import { preferencesByIds } from './preferences.queries.ts';
import type { PreferencesRow } from './preferences.queries.ts';
import { profilesByIds } from './profile.queries.ts';
import type { ProfileRow } from './profile.queries.ts';
import { statsByIds } from './stats.queries.ts';
import type { StatsRow } from './stats.queries.ts';
import { usersByIds } from './user.queries.ts';
import type { UserRow } from './user.queries.ts';

const byId = ({ id }: { id: number }) => id;

export const usersLoader = defineLoader<Loader<UserRow>>(({ database }, viewerId) =>
  loader((ids) => database.all(usersByIds, [viewerId, ids]), byId),
);
export const preferencesLoader = defineLoader<Loader<PreferencesRow>>(({ database, apiInterface }, viewerId) => {
  // Of others only where the interface has them (decisions N19).
  const isShown = (id: number) => id === viewerId || apiInterface === 'rest';
  return loader((ids) => database.all(preferencesByIds, [viewerId, ids.filter(isShown)]), byId);
});
export const profilesLoader = defineLoader<Loader<ProfileRow>>(({ database }, viewerId) =>
  loader((ids) => database.all(profilesByIds, [viewerId, ids]), byId),
);
export const statsLoader = defineLoader<Loader<StatsRow>>(({ database, now }, viewerId) =>
  loader((ids) => database.all(statsByIds, [viewerId, ids, now()]), byId),
);
