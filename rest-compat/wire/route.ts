import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '../formats/wire-value.ts';
import { uri } from '../uris.ts';
import { decimal } from './decimal.ts';

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
    source: route.source,
    static_map_url: route.staticMapUrl,
  };
}
