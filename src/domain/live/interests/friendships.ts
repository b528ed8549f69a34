import { topic } from '@runners/live-log';
import { friendshipRow, friendshipsByIds } from '../../friendships/friendship.queries.ts';
import type { FriendshipRow } from '../../friendships/friendship.queries.ts';
import { channel, channelsOf } from '../channels.ts';
import { byId, ownThings, subjectsOf } from './interest.ts';
import type { Delivery, InterestRules } from './interest.ts';
import { isMissed, missed } from './missed.ts';

/** The friendships of the viewer: requested, accepted, ended. */
export interface FriendshipsInterest {
  kind: 'friendships';
}

/** `friendship` is null when it has ended, and `otherId` when the account of the other user is deleted. */
export interface FriendshipChanged {
  kind: 'friendshipChanged';
  friendshipId: number;
  friendship: FriendshipRow | null;
  otherId: number | null;
}

/** The topic by the viewer. */
export const ofEither = topic('friendships');
const ofViewer = missed(
  'friendships',
  `((select * from live_event a where a.user_id = $4 and a.kind = 'friendship' and ${isMissed('a')}
     order by a.seq limit $3)
    union all
    (select * from live_event b where b.other_id = $4 and b.kind = 'friendship' and ${isMissed('b')}
     order by b.seq limit $3)) e
   where true`,
);

export const friendships: InterestRules<FriendshipsInterest, FriendshipChanged, 'friendship'> = {
  announced: {
    friendship: ({ userId, otherId }) => channelsOf(['user', userId], ['user', otherId]),
  },

  check: ownThings,

  sourcesOf: (_queries, viewerId) => ({
    topics: [ofEither.of(viewerId)],
    channels: () => [channel('user', viewerId)],
    missed: [ofViewer, viewerId],
  }),

  async deliver(queries, audience, events) {
    const deliveries: Delivery<FriendshipChanged>[] = [];
    const both = new Set(events.flatMap(({ userId, otherId }) => [userId, otherId]));
    for (const viewerId of both) {
      const listeners = viewerId === null ? [] : [...audience.of(ofEither, viewerId)];
      if (viewerId === null || listeners.length === 0) continue;
      const mine = events.filter(({ userId, otherId }) => userId === viewerId || otherId === viewerId);
      const rows = await queries.all(friendshipsByIds, [viewerId, subjectsOf(mine)]);
      const found = byId(rows.map(friendshipRow));
      for (const event of mine) {
        const friendship = found.get(event.subjectId) ?? null;
        const otherId = event.userId === viewerId ? event.otherId : event.userId;
        const changed = { kind: 'friendshipChanged', friendshipId: event.subjectId, friendship, otherId } as const;
        for (const listener of listeners) deliveries.push([listener, event, changed]);
      }
    }
    return deliveries;
  },
};
