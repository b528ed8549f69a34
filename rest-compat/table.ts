import { accounts } from './endpoints/accounts.ts';
import { conversations } from './endpoints/conversations.ts';
import { events } from './endpoints/events.ts';
import { feed } from './endpoints/feed.ts';
import { friendships } from './endpoints/friendships.ts';
import { people } from './endpoints/people.ts';
import { pictures } from './endpoints/pictures.ts';
import { routes } from './endpoints/routes.ts';
import { workouts } from './endpoints/workouts.ts';
import type { AnyRow } from './endpoint.ts';

/** The rows of the interface by their labels, as the interface writes them. A label that occurs twice does not compile. */
export const table: Readonly<Record<string, AnyRow>> = {
  ...accounts,
  ...people,
  ...friendships,
  ...workouts,
  ...feed,
  ...pictures,
  ...conversations,
  ...routes,
  ...events,
};
