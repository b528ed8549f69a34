import { every, ofThing, some, sqlOf } from '../rules/rule.ts';
import type { Rule } from '../rules/rule.ts';
import { isFriend, isOwner, mutedRule, objectRule, publicRule, termsRule } from '../rules/visibility.ts';
import { localRadius } from '../rules/grid.ts';
import { earthRadius } from '@runners/recordings';
import type { FeedType } from './read-feed.ts';

const visible = (viewer: string) => objectRule(viewer, 'p');
const terms = (viewer: string) => termsRule(viewer, 'p.author_id');
const isNotMuted = (viewer: string) => mutedRule(viewer, 'p.author_id');

/** SQL for the meters between two places; the second is by default that of the profile row `f`. */
export function metersFrom(latitude: string, longitude: string, y = 'f.location_lat', x = 'f.location_lng'): string {
  return `${2 * earthRadius} * asin(least(1, sqrt(
  sin(radians(${y} - ${latitude}) / 2) ^ 2 + cos(radians(${latitude})) * cos(radians(${y}))
  * sin(radians(${x} - ${longitude}) / 2) ^ 2)))`;
}

/**
 * Whether the post `p` belongs to a feed of the viewer (decisions R13). The statements in
 * `feed.queries.ts` find the same posts page by page. Posts of muted users are in no feed but that of their profile.
 */
export const feedRules: Record<FeedType, (viewer: string) => Rule> = {
  friends: (viewer) =>
    every(
      visible(viewer),
      some(isOwner(viewer, 'p.author_id'), every(isFriend(viewer, 'p.author_id'), isNotMuted(viewer))),
    ),
  profile: (viewer) => every(visible(viewer), terms(viewer)),
  featured: (viewer) => every(publicRule('p'), isFeatured, terms(viewer), isNotMuted(viewer)),
  local: (viewer) => every(publicRule('p'), hasPlace, terms(viewer), isNotMuted(viewer), isNear(viewer)),
};

const isFeatured = ofThing(
  'owner is featured',
  'exists (select 1 from users fu where fu.id = p.author_id and fu.is_featured)',
);
const hasPlace = ofThing('owner has a place', 'p.cell is not null');
/** People of all kinds are taken to be as near as the viewer is. */
const isNear = (viewer: string) =>
  ofThing(
    'near',
    `exists (select 1 from profile f join profile me on me.id = ${viewer}
        where f.id = p.author_id and ${metersFrom('me.location_lat', 'me.location_lng')} <= ${localRadius})`,
  );

/** The rules as SQL expressions. */
export const inFeed = Object.fromEntries(
  Object.entries(feedRules).map(([type, rule]) => [type, (viewer: string) => sqlOf(rule(viewer))]),
) as Record<FeedType, (viewer: string) => string>;
