/** Where the interface lives; part of every URI it hands out. */
export const base = '/api/v1';

/** The resources that have an address. */
export type Resource =
  | 'user'
  | 'preferences'
  | 'profile'
  | 'stats'
  | 'workout'
  | 'post'
  | 'picture'
  | 'comment'
  | 'conversation'
  | 'message'
  | 'friendship'
  | 'route'
  | 'event-instance'
  | 'event-participant';

/** Path of one thing, with the trailing slash (decisions W13). */
export function uri(resource: Resource, id: number): string {
  return `${base}/${resource}/${id}/`;
}
