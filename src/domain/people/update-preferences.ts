import { IANAZone } from 'luxon';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure, invalid } from '../../errors.ts';
import { mustOwn } from '../rules/ownership.ts';
import { Preferences } from './preferences.entity.ts';
import type { PreferencesRow } from './preferences.queries.ts';
import { beginWantedReports } from './reports/begin-reports.ts';

/** What is left out (or null) stays. */
type PreferencesChanges = { [Field in keyof Omit<PreferencesRow, 'id'>]?: PreferencesRow[Field] | null };

/** Changes one's own preferences, or says what is not valid. @throws Failure NOT_FOUND, NOT_YOURS, INVALID */
export async function updatePreferences(
  context: Context,
  preferencesId: number,
  changes: PreferencesChanges,
  validateOnly = false,
): Promise<{ id: number }> {
  const viewer = viewerOf(context);
  // Those of others are there as their users are, and nobody's to change.
  if (!(await context.loaders.users.load(preferencesId))) throw new Failure('NOT_FOUND');
  mustOwn(viewer.id, preferencesId);
  if (changes.timezone != null && !isZoneName(changes.timezone))
    throw invalid('timezone', 'must be the IANA name of a time zone, such as Europe/Zurich');
  if (validateOnly) return { id: preferencesId };
  const next = Object.fromEntries(Object.entries(changes).filter(([, value]) => value != null));
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
  context.loaders.preferences.clear(preferencesId);
  return { id: preferencesId };
}

/**
 * Whether it is an IANA name (decisions R1): the runtime takes offsets such as `+03:00` for zones, too, and the rules of
 * `SystemV/…`, which IANA no longer has and PostgreSQL reads otherwise.
 */
function isZoneName(zone: string): boolean {
  return /^(?!systemv\/)[a-z]/i.test(zone) && IANAZone.isValidZone(zone);
}
