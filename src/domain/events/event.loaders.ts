import { directed, newestPageOf } from '../../platform/database/newest-page.ts';
import { countLoader, loader, pagedLoader } from '../../platform/database/loader.ts';
import type { CountLoader, Loader, PagedLoader } from '../../platform/database/loader.ts';
import { eventsByIds } from './event.queries.ts';
import type { EventRow } from './event.queries.ts';
import {
  flatParticipantsByIds,
  flatParticipantsOfEvents,
  flatParticipationsIn,
  participantCounts,
} from './participant.queries.ts';
import { participantRow } from './participant.row.ts';
import type { ParticipantRow } from './participant.row.ts';
import {
  newestSponsorsOfParticipants,
  newestWaitingSponsors,
  promisesOf,
  sponsorCounts,
  sponsorsByIds,
  sponsorsOfParticipants,
  waitingSponsorCounts,
  waitingSponsors,
} from './sponsor.queries.ts';
import type { SponsorRow } from './sponsor.queries.ts';
import type { LoaderMakers } from '../loader-makers.ts';

/** The loaders of events. */
export interface EventLoaders {
  events: Loader<EventRow>;
  eventParticipants: Loader<ParticipantRow>;
  /** The viewer's own participation in each event. */
  participationsIn: Loader<ParticipantRow>;
  /** The participants of each event, newest first. */
  participantsOfEvents: PagedLoader<ParticipantRow>;
  participantCounts: CountLoader;
  eventSponsors: Loader<SponsorRow>;
  /** The accepted sponsors of each participant, oldest first. */
  sponsors: PagedLoader<SponsorRow>;
  sponsorCounts: CountLoader;
  /** The promises to each participant that are not accepted yet. Only the participant sees them. */
  waitingSponsors: PagedLoader<SponsorRow>;
  waitingSponsorCounts: CountLoader;
  /** The viewer's own promise to each participant. */
  promises: Loader<SponsorRow>;
}

export const eventLoaders: LoaderMakers<EventLoaders> = {
  events: ({ database }) =>
    loader(
      (ids) => database.all(eventsByIds, [ids]),
      ({ id }) => id,
    ),
  eventParticipants: (context, viewerId) =>
    loader(
      async (ids) =>
        (await context.database.all(flatParticipantsByIds, [viewerId, context.now(), ids])).map(participantRow),
      ({ id }) => id,
    ),
  participationsIn: (context, viewerId) =>
    loader(
      async (ids) =>
        (await context.database.all(flatParticipationsIn, [viewerId, context.now(), ids])).map(participantRow),
      ({ event }) => event.id,
    ),
  participantsOfEvents: (context, viewerId) =>
    pagedLoader(
      async (ids, page) => {
        const [read, place] = directed(flatParticipantsOfEvents, newestPageOf(page));
        const values = [viewerId, context.now(), ids, page.limit, page.offset, place];
        return (await context.database.all(read, values)).map(participantRow);
      },
      ({ event }) => event.id,
    ),
  participantCounts: ({ database }, viewerId) => countLoader((ids) => database.all(participantCounts, [viewerId, ids])),
  sponsors: ({ database }) =>
    pagedLoader(
      (ids, { limit, offset, after, before, fromEnd }) => {
        const statement = fromEnd ? newestSponsorsOfParticipants : sponsorsOfParticipants;
        return database.all(statement, [ids, after, before, limit, offset]);
      },
      ({ participantId }) => participantId,
    ),
  sponsorCounts: ({ database }) => countLoader((ids) => database.all(sponsorCounts, [ids])),
  waitingSponsors: ({ database }) =>
    pagedLoader(
      (ids, { limit, offset, after, before, fromEnd }) => {
        const statement = fromEnd ? newestWaitingSponsors : waitingSponsors;
        return database.all(statement, [ids, after, before, limit, offset]);
      },
      ({ participantId }) => participantId,
    ),
  waitingSponsorCounts: ({ database }) => countLoader((ids) => database.all(waitingSponsorCounts, [ids])),
  eventSponsors: ({ database }, viewerId) =>
    loader(
      (ids) => database.all(sponsorsByIds, [viewerId, ids]),
      ({ id }) => id,
    ),
  promises: ({ database }, viewerId) =>
    loader(
      (ids) => database.all(promisesOf, [viewerId, ids]),
      ({ participantId }) => participantId,
    ),
};
