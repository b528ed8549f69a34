import { statement } from '../../platform/database/statement.ts';
import { userVisibleTo } from '../rules/visibility.ts';

/** How a user wants things shown, as it is read. */
export interface PreferencesRow {
  id: number;
  weeklyEmailReport: boolean;
  monthlyEmailReport: boolean;
  annuallyEmailReport: boolean;
  distance: 'miles' | 'kilometers';
  elevation: 'feet' | 'meters';
  timezone: string;
}

/** `$1` viewer, `$2` user ids. */
export const preferencesByIds = statement<PreferencesRow>(
  'preferences_by_ids',
  `select id, weekly_email_report as "weeklyEmailReport", monthly_email_report as "monthlyEmailReport",
     annually_email_report as "annuallyEmailReport", distance, elevation, timezone
   from preferences where id = any($2::bigint[]) and ${userVisibleTo('$1', 'id')}`,
  userVisibleTo,
);
