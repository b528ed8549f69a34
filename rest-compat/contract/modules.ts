import { accounts } from '../endpoints/accounts.ts';
import { conversations } from '../endpoints/conversations.ts';
import { events } from '../endpoints/events.ts';
import { feed } from '../endpoints/feed.ts';
import { friendships } from '../endpoints/friendships.ts';
import { people } from '../endpoints/people.ts';
import { pictures } from '../endpoints/pictures.ts';
import { routes } from '../endpoints/routes.ts';
import { workouts } from '../endpoints/workouts.ts';
import type { AnyRow } from '../endpoint.ts';
import type { RowDescription } from './description.ts';

/** What the contract says of rows. Further labels of a row have a text of their own. */
const describedBy = (rows: Readonly<Record<string, AnyRow>>): Readonly<Record<string, RowDescription>> =>
  Object.fromEntries(
    Object.entries(rows).map(([label, row]) => [label, { ...row, about: row.abouts?.[label] ?? row.about }]),
  );

/** The rows of the contract by module. Each module is a page of `docs/contract/`. */
export const modules: Readonly<Record<string, ReturnType<typeof describedBy>>> = {
  accounts: describedBy(accounts),
  workouts: describedBy(workouts),
  feed: describedBy(feed),
  pictures: describedBy(pictures),
  people: describedBy(people),
  conversations: describedBy(conversations),
  friendships: describedBy(friendships),
  routes: describedBy(routes),
  events: describedBy(events),
};
