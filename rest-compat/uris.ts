/** The base path of the interface, which is part of every URI in its responses. */
export const base = '/api/v1';

const below = new RegExp(`^${base}(?:[/?]|$)`);

/** Whether a URL belongs to the interface. */
export function isRest(url: string): boolean {
  return below.test(url);
}

/** The resources that have URIs. */
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

/** The path of a resource, with the trailing slash (decisions W13). */
export function uri(resource: Resource, id: number): string {
  return `${base}/${resource}/${id}/`;
}
