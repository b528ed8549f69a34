import { statement } from '../../platform/database/statement.ts';
import { metersAMile } from '@runners/recordings';
import { isPresent, isPublic } from '../../domain/rules/visibility.ts';

/** A run on the public page of a participant. */
export interface PublicRun {
  title: string;
  runDate: string;
  miles: number;
  /** The time zone of the runner, which determines the day. */
  timezone: string;
}

/**
 * `$1` is the user, `$2` the beginning (inclusive), `$3` the end (exclusive), and `$4` the limit. The rows are the
 * latest public runs that have a distance.
 */
export const publicRuns = statement.read<PublicRun>(
  'public_runs',
  `select w.title, w.run_date as "runDate", round(w.distance_in_meters / ${metersAMile}, 2) as miles,
     coalesce(pr.timezone, 'UTC') as timezone
   from workout w left join preferences pr on pr.id = w.user_id
   where w.user_id = $1 and ${isPresent('$1')} and ${isPublic('w')} and w.run_date >= $2::timestamptz and w.run_date < $3::timestamptz
     and w.distance_in_meters > 0
   order by w.run_date desc, w.id desc limit $4`,
  isPublic,
);
