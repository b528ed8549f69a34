import type { routes as rows } from '../endpoints/routes.ts';
import type { Descriptions } from './description.ts';

const unseen = 'There is none that the current user may see.';

/** What the contract says about the rows of routes. */
export const routes: Descriptions<typeof rows> = {
  'GET /route/[id]/': {
    about: 'One route.',
    answers: [{ status: 200, body: { record: 'Route' } }],
    errors: { NOT_FOUND: unseen },
  },
  'POST /route/[id]/toggle_favorite/': {
    about: 'Makes a route a favorite of the current user, or takes that back.',
    answers: [
      { status: 200, body: { fields: { is_favorite: { type: 'boolean', about: 'Whether it is a favorite now.' } } } },
    ],
    errors: { NOT_FOUND: unseen },
  },
};
