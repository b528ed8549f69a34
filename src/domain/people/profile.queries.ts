import { prefixed } from '../../platform/database/columns.ts';
import type { Prefixed, Stored } from '../../platform/database/columns.ts';
import { statement } from '../../platform/database/statement.ts';
import { closeTo, userVisibleTo } from '../rules/visibility.ts';
import type { Profile } from './profile.entity.ts';
import { userColumns } from './user.queries.ts';
import type { UserRow } from './user.queries.ts';

/** The values of a profile. `birthDate` is `YYYY-MM-DD`. */
export interface ProfileFacts extends Omit<Stored<Profile>, 'userId' | 'gender'> {
  gender: Exclude<Stored<Profile>['gender'], ''> | null;
}

/** The coordinates of a place in degrees. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/**
 * The profile of a user as it is read. Birth date, weight and exact place are null unless the reader is the user or a
 * friend (decisions N19).
 */
export interface ProfileRow extends ProfileFacts {
  id: number;
  /** The place rounded to a tenth of a degree, about 10 km, which is visible to everyone. */
  approximateLocation: Coordinates | null;
}

const forFriends = (column: string) => `case when reader.is_close then f.${column} end`;
const toATenth = (column: string) => `round(f.${column}::numeric, 1)::float8`;

/** The profile of somebody whom the viewer meets, in a comment for example, but may not see: that of a new account. */
export const profileOfNobody = (id: number): ProfileRow => ({
  id,
  birthDate: null,
  gender: null,
  weight: null,
  weightUnit: 'pounds',
  locationName: '',
  locationLat: null,
  locationLng: null,
  approximateLocation: null,
});

/** What is read of a profile `f`, with `readerJoin`. */
const facts = {
  birthDate: forFriends('birth_date'),
  gender: "nullif(f.gender, '')",
  weight: forFriends('weight'),
  weightUnit: 'f.weight_unit',
  locationName: 'f.location_name',
  locationLat: forFriends('location_lat'),
  locationLng: forFriends('location_lng'),
  approximateLocation: `case when f.location_lat is not null then json_build_object('latitude',
    ${toATenth('location_lat')}, 'longitude', ${toATenth('location_lng')}) end`,
} as const satisfies Record<Exclude<keyof ProfileRow, 'id'>, string>;
/** Whether the viewer `$1` may see everything in the profile `f`. */
const readerJoin = `cross join lateral (select ${closeTo('$1', 'f.id')} as is_close offset 0) reader`;

function factColumns(prefix = ''): string {
  return Object.entries(facts)
    .map(([name, sql]) => `${sql} as "${prefixed(prefix, name)}"`)
    .join(', ');
}

/** `$1` is the viewer, and `$2` are ids of users. */
export const profilesByIds = statement.read<ProfileRow>(
  'profiles_by_ids',
  `select f.id, ${factColumns()} from profile f ${readerJoin}
   where f.id = any($2::bigint[]) and ${userVisibleTo('$1', 'f.id')}`,
  userVisibleTo,
  closeTo,
);

/** A user with the profile. */
export interface UserWithProfile extends UserRow {
  profile: ProfileRow;
}

/** `$1` is the viewer, and `$2` the id of the user. */
export const flatUserWithProfile = statement.read<UserRow & Prefixed<Omit<ProfileRow, 'id'>, 'profile'>>(
  'user_with_profile',
  `select ${userColumns('u')}, ${factColumns('profile')} from users u join profile f on f.id = u.id ${readerJoin}
   where u.id = $2 and ${userVisibleTo('$1', 'u.id')}`,
  userVisibleTo,
  closeTo,
);

/** Puts the parts of a row together. */
export function userWithProfile(flat: UserRow & Prefixed<Omit<ProfileRow, 'id'>, 'profile'>): UserWithProfile {
  const { id, firstName, lastName, dateJoined, imageKey } = flat;
  const profile: ProfileRow = {
    id,
    birthDate: flat.profileBirthDate,
    gender: flat.profileGender,
    weight: flat.profileWeight,
    weightUnit: flat.profileWeightUnit,
    locationName: flat.profileLocationName,
    locationLat: flat.profileLocationLat,
    locationLng: flat.profileLocationLng,
    approximateLocation: flat.profileApproximateLocation,
  };
  return { id, firstName, lastName, dateJoined, imageKey, profile };
}
