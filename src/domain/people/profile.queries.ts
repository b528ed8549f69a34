import { statement } from '../../platform/database/statement.ts';
import { userVisibleTo } from '../rules/visibility.ts';

/** A user's profile, as it is read. */
export interface ProfileRow {
  id: number;
  /** `YYYY-MM-DD` */
  birthDate: string | null;
  gender: 'M' | 'F' | 'O' | null;
  weight: number | null;
  weightUnit: 'pounds' | 'kilograms';
  locationName: string;
  locationLat: number | null;
  locationLng: number | null;
}

/** `$1` viewer, `$2` user ids. */
export const profilesByIds = statement<ProfileRow>(
  'profiles_by_ids',
  `select id, birth_date as "birthDate", nullif(gender, '') as gender, weight, weight_unit as "weightUnit",
     location_name as "locationName", location_lat as "locationLat", location_lng as "locationLng"
   from profile where id = any($2::bigint[]) and ${userVisibleTo('$1', 'id')}`,
);
