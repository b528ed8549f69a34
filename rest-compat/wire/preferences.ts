import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '@runners/wire';
import { uri } from '../uris.ts';
import { distanceUnits, elevationUnits, wordOf } from '../enum-values.ts';
import { idField, uriField } from '../contract/description.ts';
import type { RecordDescription } from '../contract/description.ts';

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

/** The description of the record for the contract. */
export const preferencesRecord = {
  about: 'The units and the reports that a user has chosen.',
  fields: {
    id: idField,
    resource_uri: uriField,
    user: { type: 'URI' },
    annually_email_report: { type: 'boolean' },
    monthly_email_report: { type: 'boolean' },
    weekly_email_report: { type: 'boolean' },
    distance: { type: 'text', values: Object.keys(distanceUnits) },
    elevation: { type: 'text', values: Object.keys(elevationUnits) },
    timezone: { type: 'text', about: 'The IANA name of a time zone.' },
  },
} as const satisfies RecordDescription;
