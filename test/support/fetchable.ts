import type { Person } from './cast.ts';
import type { Recorded } from './workouts.ts';

/** A path of each row that answers a GET, for a person and their workout. */
export function fetchablePaths(person: Person, recorded: Recorded): Record<string, string> {
  return {
    'GET /me/': '/me/',
    'GET /user/[user_id]/': `/user/${person.id}/`,
    'GET /preferences/[preferences_id]/': `/preferences/${person.id}/`,
    'GET /profile/[profile_id]': `/profile/${person.id}/`,
    'GET /stats/[stats_id]/': `/stats/${person.id}/`,
    'GET /workout/': '/workout/',
    'GET /workout/[workout_id]/': `/workout/${recorded.workout}/`,
    'GET /post/[id]/': `/post/${recorded.post}/`,
    'GET /post/': '/post/',
  };
}
