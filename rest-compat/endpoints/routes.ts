import { globalId } from '../../schema/global-id.ts';
import { notFound, ok, row } from '../endpoint.ts';
import type { RestRequest } from '../endpoint.ts';
import { graphql } from '../graphql.ts';
import { routeFields, wireRoute } from '../wire/route.ts';

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
      [routeFields],
    ),
    variables: (request) => ({ id: routeId(request) }),
    reply: ({ route }) => (route ? ok(wireRoute(route)) : notFound()),
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
