import { usersLoader } from './person.loaders.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure, invalid, together } from '../../errors.ts';
import { nullChecks } from '../rules/null-in-edits.ts';
import { mustOwn } from '../rules/ownership.ts';
import { Preferences } from './preferences.entity.ts';
import type { PreferencesRow } from './preferences.queries.ts';
import { beginWantedReports } from '../reports/begin-reports.ts';
import { isZoneName } from './zone-name.ts';

/** Fields that are left out remain as they are. None of them can be empty. */
type PreferencesChanges = { [Field in keyof Omit<PreferencesRow, 'id'>]?: PreferencesRow[Field] | null };

/**
 * Changes the preferences of the viewer, or only validates the changes. @throws Failure NOT_FOUND, NOT_YOURS, INVALID
 */
export async function updatePreferences(
  context: Context,
  preferencesId: number,
  changes: PreferencesChanges,
  validateOnly = false,
): Promise<{ id: number }> {
  const viewer = viewerOf(context);
  // Preferences of other users exist if the users are visible, and cannot be changed.
  if (!(await context.loader(usersLoader).load(preferencesId))) throw new Failure('NOT_FOUND');
  mustOwn(viewer.id, preferencesId);
  together(preferencesChecks(changes));
  if (validateOnly) return { id: preferencesId };
  const { unwantedNotifications: kinds } = changes;
  const once = kinds && { unwantedNotifications: [...new Set(kinds)] };
  const next = Object.fromEntries(Object.entries({ ...changes, ...once }).filter(([, value]) => value != null));
  const reports = {
    weekly: changes.weeklyEmailReport,
    monthly: changes.monthlyEmailReport,
    annual: changes.annuallyEmailReport,
  };
  if (Object.keys(next).length > 0)
    await context.database.transaction(async (tx) => {
      const em = await tx.em();
      await beginWantedReports(em, preferencesId, reports, changes.timezone, context.now());
      await em.nativeUpdate(Preferences, { user: preferencesId }, next);
    });
  return { id: preferencesId };
}

/** The checks of the changes by their fields. */
const preferencesChecks = (changes: PreferencesChanges) => ({
  timezone: () => checkZone(changes.timezone),
  ...nullChecks(changes, Object.keys(changes) as (keyof PreferencesChanges)[]),
});

/** @throws Failure INVALID unless it is absent or the name of a time zone */
function checkZone(timezone: string | null | undefined): void {
  if (timezone != null && !isZoneName(timezone))
    throw invalid('timezone', 'must be the IANA name of a time zone, such as Europe/Zurich', 'UNKNOWN_VALUE');
}
