import { accounts, authentication } from './accounts.ts';
import { changes, conventions, reads } from './conventions.ts';
import { errors } from './errors.ts';
import { events, routes } from './events.ts';
import { gpx } from './gpx.ts';
import { profiles, stats, users } from './people.ts';
import { comments, posts } from './posts.ts';
import { records, uris } from './records.ts';
import type { Statements } from './statement.ts';
import { conversations } from './conversations.ts';
import { friendships } from './friendships.ts';
import { pictures } from './pictures.ts';
import { workouts } from './workouts.ts';

/** All statements that are held, by the part of the interface that makes them. */
export const statements: Readonly<Record<string, Statements>> = {
  Conventions: conventions,
  'Fields of records': records,
  'URIs of records': uris,
  Accounts: accounts,
  Authentication: authentication,
  Workouts: workouts,
  'GPX files': gpx,
  Posts: posts,
  Pictures: pictures,
  Comments: comments,
  Users: users,
  'Preferences and profiles': profiles,
  Stats: stats,
  'Conversations and messages': conversations,
  'Friendships and invitations': friendships,
  Routes: routes,
  'Charity events': events,
  'Endpoints that are read': reads,
  'Endpoints that change something': changes,
  'Errors, limits and versions': errors,
};
