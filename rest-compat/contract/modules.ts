import { accounts } from './accounts.ts';
import { conversations } from './conversations.ts';
import type { RowDescription } from './description.ts';
import { events } from './events.ts';
import { feed } from './feed.ts';
import { friendships } from './friendships.ts';
import { people } from './people.ts';
import { pictures } from './pictures.ts';
import { routes } from './routes.ts';
import { workouts } from './workouts.ts';

/** The rows of the contract by module. Each module is a page of `docs/contract/`. */
export const modules: Readonly<Record<string, Readonly<Record<string, RowDescription>>>> = {
  accounts,
  workouts,
  feed,
  pictures,
  people,
  conversations,
  friendships,
  routes,
  events,
};
