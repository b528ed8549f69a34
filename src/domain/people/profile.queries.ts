import type { Stored } from '../../platform/database/columns.ts';
import { statement } from '../../platform/database/statement.ts';
import { closeTo, userVisibleTo } from '../rules/visibility.ts';
import type { Profile } from './profile.entity.ts';

/** The values of a profile. `birthDate` is `YYYY-MM-DD`. */
export interface ProfileFacts extends Omit<Stored<Profile>, 'userId' | 'gender'> {
  gender: Exclude<Stored<Profile>['gender'], ''> | null;
}

/** The coordinates of a place in degrees. */
export interface Place {
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
  approximateLocation: Place | null;
}

const forFriends = (column: string) => `case when reader.is_close then ${column} end`;
const toATenth = (column: string) => `round(${column}::numeric, 1)::float8`;

/** `$1` is the viewer, and `$2` are ids of users. */
export const profilesByIds = statement<ProfileRow>(
  'profiles_by_ids',
  `select id, ${forFriends('birth_date')} as "birthDate", nullif(gender, '') as gender, ${forFriends('weight')} as weight,
     weight_unit as "weightUnit", location_name as "locationName", ${forFriends('location_lat')} as "locationLat",
     ${forFriends('location_lng')} as "locationLng", case when location_lat is not null then json_build_object('latitude',
     ${toATenth('location_lat')}, 'longitude', ${toATenth('location_lng')}) end as "approximateLocation"
   from profile cross join lateral (select ${closeTo('$1', 'id')} as is_close offset 0) reader
   where id = any($2::bigint[]) and ${userVisibleTo('$1', 'id')}`,
  userVisibleTo,
  closeTo,
);
