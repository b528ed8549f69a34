import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '../formats/wire-value.ts';
import { uri } from '../uris.ts';
import { distanceUnits, elevationUnits, wordOf } from '../words.ts';

export const preferencesFields = graphql(`
  fragment preferencesFields on Preferences {
    databaseId
    weeklyEmailReport
    monthlyEmailReport
    annuallyEmailReport
    distance
    elevation
    timezone
  }
`);

export function wirePreferences(preferences: ResultOf<typeof preferencesFields>): WireMapping {
  return {
    id: preferences.databaseId,
    resource_uri: uri('preferences', preferences.databaseId),
    user: uri('user', preferences.databaseId),
    annually_email_report: preferences.annuallyEmailReport,
    monthly_email_report: preferences.monthlyEmailReport,
    weekly_email_report: preferences.weeklyEmailReport,
    distance: wordOf(distanceUnits, preferences.distance),
    elevation: wordOf(elevationUnits, preferences.elevation),
    timezone: preferences.timezone,
  };
}
