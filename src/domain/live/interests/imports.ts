import { topic } from '@runners/live-log';
import { channel, channelsOf } from '../channels.ts';
import { ownThings } from './interest.ts';
import type { Delivery, InterestRules } from './interest.ts';
import { missed } from './missed.ts';

/** The import of an archive into the account of the viewer. */
export interface ImportsInterest {
  kind: 'imports';
}

/** The latest import is further, or over. Whoever is told reads it as it is by then. */
export interface ImportChanged {
  kind: 'importChanged';
}

/** The topic by the viewer. */
const ofOwner = topic('imports');
const ofViewer = missed('imports', "live_event e where e.user_id = $4 and e.kind = 'import'");

export const imports: InterestRules<ImportsInterest, ImportChanged, 'import'> = {
  announced: {
    import: ({ userId }) => channelsOf(['user', userId]),
  },

  check: ownThings,

  sourcesOf: (_queries, viewerId) => ({
    topics: [ofOwner.of(viewerId)],
    channels: () => [channel('user', viewerId)],
    missed: [ofViewer, viewerId],
  }),

  async deliver(_queries, audience, events) {
    // Of several at once, the last one says everything.
    const latest = new Map(events.map((event) => [event.userId, event]));
    return [...latest].flatMap(([ownerId, event]) => {
      const listeners = ownerId === null ? [] : [...audience.of(ofOwner, ownerId)];
      return listeners.map((listener): Delivery<ImportChanged> => [listener, event, { kind: 'importChanged' }]);
    });
  },
};
