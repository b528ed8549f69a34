import { columnsOf, selected } from '../../platform/database/columns.ts';
import type { Stored } from '../../platform/database/columns.ts';
import { statement } from '../../platform/database/statement.ts';
import { userVisibleTo } from '../rules/visibility.ts';
import { Preferences } from './preferences.entity.ts';

/** The preferences of a user as they are read. */
export interface PreferencesRow extends Omit<Stored<Preferences>, 'userId'> {
  id: number;
}

const names = columnsOf(Preferences, { without: ['userId'] });

/** `$1` is the viewer, and `$2` are ids of users. */
export const preferencesByIds = statement.read<PreferencesRow>(
  'preferences_by_ids',
  `select id, ${selected(Preferences, '', names)}
   from preferences where id = any($2::bigint[]) and ${userVisibleTo('$1', 'id')}`,
  userVisibleTo,
);
