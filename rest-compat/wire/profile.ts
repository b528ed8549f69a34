import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import { float } from '@runners/wire';
import type { WireMapping } from '@runners/wire';
import { uri } from '../uris.ts';
import { weightUnits, wordOf } from '../enum-values.ts';
import { decimal } from './decimal.ts';
import { idField, uriField } from '../contract/description.ts';
import type { RecordDescription } from '../contract/description.ts';

export const profileFields = graphql(`
  fragment profileFields on Profile {
    databaseId
    birthDate
    gender
    weight
    weightUnit
    locationName
    locationLat
    locationLng
    approximateLocation {
      latitude
      longitude
    }
  }
`);

export function wireProfile(profile: ResultOf<typeof profileFields>): WireMapping {
  return {
    id: profile.databaseId,
    resource_uri: uri('profile', profile.databaseId),
    user: uri('user', profile.databaseId),
    birth_date: profile.birthDate,
    gender: profile.gender ?? '',
    weight: decimal(profile.weight),
    weight_unit: wordOf(weightUnits, profile.weightUnit),
    location_name: profile.locationName,
    // Old apps calculate with them, so people who are not friends receive them rounded to a tenth of a degree (decisions
    // N19).
    location_lat: float(profile.locationLat ?? profile.approximateLocation?.latitude ?? null),
    location_lng: float(profile.locationLng ?? profile.approximateLocation?.longitude ?? null),
  };
}

/** The description of the record for the contract. */
export const profileRecord = {
  about:
    'Physical data and location of a user. People who are not friends receive neither birth date nor weight, and coordinates rounded to a tenth of a degree.',
  fields: {
    id: idField,
    resource_uri: uriField,
    user: { type: 'URI' },
    birth_date: { type: 'date', nullable: true },
    gender: { type: 'text', values: ['M', 'F', 'O', ''] },
    weight: { type: 'decimal', nullable: true, about: 'In `weight_unit`.' },
    weight_unit: { type: 'text', values: Object.keys(weightUnits) },
    location_name: { type: 'text', about: 'May be empty.' },
    location_lat: { type: 'float', nullable: true, about: 'Degrees north.' },
    location_lng: { type: 'float', nullable: true, about: 'Degrees east.' },
  },
} as const satisfies RecordDescription;
