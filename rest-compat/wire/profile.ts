import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import { float } from '../formats/wire-value.ts';
import type { WireMapping } from '../formats/wire-value.ts';
import { uri } from '../uris.ts';
import { weightUnits, wordOf } from '../words.ts';
import { decimal } from './decimal.ts';

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
