import { friendOf, isPublic, hasNotMuted, onTerms, visibleTo } from '../rules/visibility.ts';
import { localRadius } from '../rules/grid.ts';
import type { FeedType } from './read-feed.ts';

const visible = (viewer: string) => visibleTo(viewer, 'p.author_id', 'p.privacy');

/** SQL for the meters between two places; the second is by default that of the profile row `f`. */
export function metersFrom(latitude: string, longitude: string, y = 'f.location_lat', x = 'f.location_lng'): string {
  return `12742017.6 * asin(least(1, sqrt(
  sin(radians(${y} - ${latitude}) / 2) ^ 2 + cos(radians(${latitude})) * cos(radians(${y}))
  * sin(radians(${x} - ${longitude}) / 2) ^ 2)))`;
}

/**
 * Whether the post `p` belongs to a feed of the viewer, as an SQL expression (decisions R13). The statements in
 * `feed.queries.ts` find the same posts page by page. Posts of muted users are in no feed but that of their profile.
 */
export const inFeed: Record<FeedType, (viewer: string) => string> = {
  friends: (viewer) => `(${visible(viewer)} and (p.author_id = ${viewer}
    or ${friendOf(viewer, 'p.author_id')} and ${hasNotMuted(viewer, 'p.author_id')}))`,
  profile: (viewer) => `(${visible(viewer)} and ${onTerms(viewer, 'p.author_id')})`,
  featured: (viewer) =>
    `(${isPublic('p.privacy')} and exists (select 1 from users fu where fu.id = p.author_id and fu.is_featured)
      and ${onTerms(viewer, 'p.author_id')} and ${hasNotMuted(viewer, 'p.author_id')})`,
  local: (viewer) =>
    `(${isPublic('p.privacy')} and p.cell is not null and ${onTerms(viewer, 'p.author_id')}
      and ${hasNotMuted(viewer, 'p.author_id')}
      and exists (select 1 from profile f join profile me on me.id = ${viewer}
        where f.id = p.author_id and ${metersFrom('me.location_lat', 'me.location_lng')} <= ${localRadius}))`,
};
