import { globalId } from '../../schema/global-id.ts';
import { notFound, ok, row } from '../endpoint.ts';
import type { RestRequest } from '../endpoint.ts';
import { graphql } from '../graphql.ts';
import { route as routeRecord } from '../records/workouts.ts';

const routeId = ({ path }: RestRequest) => globalId('Route', path['id'] ?? 0);

export const routes = {
  'GET /route/[id]/': row({
    document: graphql(
      `
        query OneRoute($id: ID!) {
          route(id: $id) {
            ...routeFields
          }
        }
      `,
      [routeRecord.fragment],
    ),
    variables: (request) => ({ id: routeId(request) }),
    reply: ({ route }) => (route ? ok(routeRecord.write(route)) : notFound()),
  }),

  'POST /route/[id]/toggle_favorite/': row({
    document: graphql(`
      mutation ToggleFavoriteRoute($input: FavoriteRouteInput!) {
        toggleFavoriteRoute(input: $input) {
          isFavorite
        }
      }
    `),
    variables: (request) => ({ input: { id: routeId(request) } }),
    reply: ({ toggleFavoriteRoute: { isFavorite } }) => ok({ is_favorite: isFavorite }),
  }),
};
