import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '@runners/wire';
import { routeSources, wordOf } from '../enum-values.ts';
import { uri } from '../uris.ts';
import { decimal } from './decimal.ts';
import { idField, uriField } from '../contract/description.ts';
import type { RecordDescription } from '../contract/description.ts';

/** A route (interface, Route). */
export const routeFields = graphql(`
  fragment routeFields on Route {
    databaseId
    name
    distanceInMeters
    isFavorite
    source
    staticMapUrl
  }
`);

export function wireRoute(route: ResultOf<typeof routeFields>): WireMapping {
  return {
    id: route.databaseId,
    resource_uri: uri('route', route.databaseId),
    name: route.name,
    distance_in_meters: decimal(route.distanceInMeters),
    is_favorite: route.isFavorite,
    source: wordOf(routeSources, route.source),
    static_map_url: route.staticMapUrl,
  };
}

/** The description of the record for the contract. */
export const routeRecord = {
  about: 'A saved route.',
  fields: {
    id: idField,
    resource_uri: uriField,
    name: { type: 'text' },
    distance_in_meters: { type: 'decimal' },
    is_favorite: { type: 'boolean', about: 'Whether it is a favorite of the current user.' },
    source: { type: 'text', values: Object.keys(routeSources) },
    static_map_url: { type: 'URL', about: 'A signed URL that needs no key.' },
  },
} as const satisfies RecordDescription;
