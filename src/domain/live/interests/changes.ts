import { fewAtOnce, topic } from '@runners/live-log';
import { messageForReaders, messagesForMembers } from '../../conversations/message.queries.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import { channelsOf, channelsOfFriends } from '../channels.ts';
import type { LogEvent } from '../event-log.ts';
import { changeOf, conversationsPart, sharedParts } from './change-parts.ts';
import type { Change, ChangePart, ChangesKind } from './change-parts.ts';
import { changesOf } from './changes-of-one.ts';
import { conversations } from './conversations.ts';
import { friendships } from './friendships.ts';
import { byId, ownThings, subjectsOf } from './interest.ts';
import type { Audience, Delivery, InterestRules, Listener } from './interest.ts';
import { friendsAndMe, isMissed, memberships, missed, ofEach } from './missed.ts';
import { notifications } from './notifications.ts';
import { friendsOf } from './post-audience.ts';
import { postChanges } from './post-changes.ts';
import { posts } from './posts.ts';

/**
 * Everything that the viewer holds: the posts of the friends feed, the conversations with their messages, friendships,
 * notifications, and the user's own account and those of friends.
 */
export interface ChangesInterest {
  kind: 'changes';
}

/** Changes, each with its position in the log. */
export interface Changed {
  kind: 'changed';
  changes: readonly (readonly [seq: number, change: Change])[];
  /** Whether so much has changed that the viewer should read everything anew instead. */
  reset: boolean;
}

/** The topic by the viewer. */
export const ofFollower = topic('everything');

const own = "'friendship', 'notification', 'read', 'member', 'conversation', 'self', 'block', 'mute'";
/** `$4` is the viewer. A conversation that the viewer has left is found by the viewer, any other by its participants. */
export const changesMissed = missed(
  'changes',
  `(select * from ${ofEach(friendsAndMe, 'user_id', "'post', 'post-changed', 'post-gone', 'user'")}
    union all
    select * from ${ofEach(memberships, 'conversation_id', "'message', 'conversation'")}
    union all
    (select * from live_event o where o.user_id = $4 and o.kind in (${own}) and ${isMissed('o')}
      and not (o.kind = 'conversation' and o.conversation_id in ${memberships}) order by o.seq limit $3)
    union all
    (select * from live_event t where t.other_id = $4 and t.kind in ('friendship', 'block') and ${isMissed('t')}
      order by t.seq limit $3)) e
   where true`,
);

const followers = statement.read<{ id: number; readers: number[] }>(
  'live_followers',
  `select u.id, array(select f.id from ${friendsOf('u.id')} f) as readers from unnest($1::bigint[]) u(id)`,
  { all: 'to whom a change of the user is delivered' },
);

export const changes: InterestRules<ChangesInterest, Changed, ChangesKind> = {
  announced: {
    ...posts.announced,
    ...postChanges.announced,
    ...conversations.announced,
    ...friendships.announced,
    ...notifications.announced,
    read: ({ userId }) => channelsOf(['user', userId]),
    user: ({ userId }) => channelsOf(['author', userId]),
    self: ({ userId }) => channelsOf(['user', userId]),
    block: ({ userId, otherId }) => channelsOf(['user', userId], ['user', otherId]),
    mute: ({ userId }) => channelsOf(['user', userId]),
  },

  check: ownThings,

  sourcesOf: (queries, viewerId) => ({
    topics: [ofFollower.of(viewerId)],
    channels: () => channelsOfFriends(queries, viewerId),
    missed: [changesMissed, viewerId],
  }),

  async deliver(queries, audience, events) {
    const { only } = audience;
    const last = events.at(-1);
    if (!last) return [];
    if (only) {
      const changed = await changesOf(queries, only.who.viewerId, events);
      return changed.reset || changed.changes.length > 0 ? [[only, last, changed]] : [];
    }
    if (!audience.any(ofFollower)) return [];
    // Events of several kinds are delivered together only to one listener.
    return deliverAlike(queries, audience, last.kind, events);
  },
};

/** Delivers events of one kind to everybody who subscribes to changes. */
async function deliverAlike(
  queries: Queries,
  audience: Audience,
  kind: ChangesKind,
  events: readonly LogEvent<ChangesKind>[],
): Promise<Delivery<Changed>[]> {
  const listeners = (ids: readonly (number | null)[]) =>
    ids.flatMap((id) => (id === null ? [] : [...audience.of(ofFollower, id)]));
  const shared = (found: readonly Listener[], event: LogEvent, change: Change): Delivery<Changed>[] => {
    const changed = { kind: 'changed', changes: [[event.seq, change]], reset: false } as const;
    return found.map((listener) => [listener, event, changed]);
  };
  switch (kind) {
    case 'message': {
      const groups = Map.groupBy(await queries.all(messagesForMembers, [subjectsOf(events)]), ({ id }) => id);
      return events.flatMap((event) =>
        (groups.get(event.subjectId) ?? []).flatMap((flat) =>
          shared(listeners(flat.readers), event, { kind: 'messageAdded', message: messageForReaders(flat) }),
        ),
      );
    }
    case 'user': {
      const ids = new Set(events.flatMap(({ userId }) => (userId === null ? [] : [userId])));
      if (ids.size === 0) return [];
      const found = byId(await queries.all(followers, [[...ids]]));
      return events.flatMap((event) => {
        const { id, readers } = found.get(event.userId ?? 0) ?? {};
        return id === undefined || !readers
          ? []
          : shared(listeners(readers), event, { kind: 'userChanged', userId: id });
      });
    }
    // Each of them concerns at most two people, for whom it may change other things, too.
    case 'friendship':
    case 'block':
      return (
        await fewAtOnce(events, (event) => alone(queries, listeners([event.userId, event.otherId]), event))
      ).flat();
    case 'mute':
    case 'self':
      return (await fewAtOnce(events, (event) => alone(queries, listeners([event.userId]), event))).flat();
    default: {
      const parts = [...sharedParts, conversationsPart].filter(({ kinds }) => kinds.includes(kind));
      return (await Promise.all(parts.map((part) => deliverPart(queries, audience, part, events)))).flat();
    }
  }
}

/** Evaluates an event for each listener. */
async function alone(queries: Queries, listeners: Listener[], event: LogEvent): Promise<Delivery<Changed>[]> {
  const viewers = Map.groupBy(listeners, ({ who }) => who.viewerId);
  const deliveries = await Promise.all(
    [...viewers].map(async ([viewerId, of]) => {
      const changed = await changesOf(queries, viewerId, [event]);
      const isEmpty = !changed.reset && changed.changes.length === 0;
      return isEmpty ? [] : of.map((listener): Delivery<Changed> => [listener, event, changed]);
    }),
  );
  return deliveries.flat();
}

/** Delivers by the rules of another interest, as if those who subscribe to changes had subscribed to it. */
async function deliverPart(
  queries: Queries,
  audience: Audience,
  { rules, topic: ofPart }: ChangePart,
  events: readonly LogEvent[],
): Promise<Delivery<Changed>[]> {
  const subscribed: Audience = {
    only: null,
    of: (asked, id) => (asked === ofPart ? audience.of(ofFollower, id) : []),
    any: (asked) => asked === ofPart,
  };
  const known = new Map<unknown, Changed>();
  return (await rules.deliver(queries, subscribed, events)).map(([listener, event, delivered]): Delivery<Changed> => {
    const change = changeOf(delivered);
    const changed = known.get(delivered) ?? { kind: 'changed', changes: [[event.seq, change]], reset: false };
    known.set(delivered, changed);
    return [listener, event, changed];
  });
}
