import type { routes as rows } from '../endpoints/routes.ts';
import type { Descriptions } from './description.ts';

const unseen = 'It does not exist, or the current user may not see it.';

/** The descriptions of the rows of routes. */
export const routes: Descriptions<typeof rows> = {
  'GET /route/[id]/': {
    about: 'One route.',
    answers: [{ status: 200, body: { record: 'Route' } }],
    errors: { NOT_FOUND: unseen },
  },
  'POST /route/[id]/toggle_favorite/': {
    about: 'Adds a route to the favorites of the current user, or removes it from them.',
    answers: [
      {
        status: 200,
        body: { fields: { is_favorite: { type: 'boolean', about: 'Whether it is a favorite after the change.' } } },
      },
    ],
    errors: { NOT_FOUND: unseen },
  },
};
