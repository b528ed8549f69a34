import { fields } from '../outcomes.ts';
import { boolean } from '../records/column.ts';
import { route } from '../records/workouts.ts';
import { mutation, one, unseen } from '../rows.ts';

/** The rows of routes. */
export const routes = {
  'GET /route/[id]/': one('route', route, 'id', { about: 'One route.' }),

  'POST /route/[id]/toggle_favorite/': mutation(
    'toggleFavoriteRoute',
    fields({
      is_favorite: boolean('isFavorite', { about: 'Whether it is a favorite after the change.' }),
    }),
    {
      about: 'Adds a route to the favorites of the current user, or removes it from them.',
      input: 'FavoriteRouteInput',
      path: ['id', 'Route'],
      errors: { NOT_FOUND: unseen },
    },
  ),
};
