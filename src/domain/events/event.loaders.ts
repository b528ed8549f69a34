import { loader } from '../../platform/database/loader.ts';
import type { CountLoader, Loader, PagedLoader } from '../../platform/database/loader.ts';
import { eventsByIds } from './event.queries.ts';
import type { EventRow } from './event.queries.ts';
import { flatParticipantsByIds, flatParticipationsIn, participantsOfEvents } from './participant.queries.ts';
import { participantRow } from './participant.row.ts';
import type { ParticipantRow } from './participant.row.ts';
import { promisesOf, sponsorsByIds, sponsorsOfParticipants, waitingSponsors } from './sponsor.queries.ts';
import type { SponsorRow } from './sponsor.queries.ts';
import { defineLoader } from '../context.ts';

export const eventsLoader = defineLoader<Loader<EventRow>>(({ database }) =>
  loader(
    (ids) => database.all(eventsByIds, [ids]),
    ({ id }) => id,
  ),
);

export const eventParticipantsLoader = defineLoader<Loader<ParticipantRow>>((context, viewerId) =>
  loader(
    async (ids) =>
      (await context.database.all(flatParticipantsByIds, [viewerId, context.now(), ids])).map(participantRow),
    ({ id }) => id,
  ),
);

/** The viewer's own participation in each event. */
export const participationsInLoader = defineLoader<Loader<ParticipantRow>>((context, viewerId) =>
  loader(
    async (ids) =>
      (await context.database.all(flatParticipationsIn, [viewerId, context.now(), ids])).map(participantRow),
    ({ event }) => event.id,
  ),
);

/** The participants of each event, newest first. */
export const participantsOfEventsLoader = defineLoader<PagedLoader<ParticipantRow>>((context, viewerId) =>
  participantsOfEvents.pages(context.database, (ids) => [viewerId, context.now(), ids]),
);

export const participantCountsLoader = defineLoader<CountLoader>(({ database }, viewerId) =>
  participantsOfEvents.totals(database, (ids) => [viewerId, ids]),
);

/** The accepted sponsors of each participant, oldest first. */
export const sponsorsLoader = defineLoader<PagedLoader<SponsorRow>>(({ database }) =>
  sponsorsOfParticipants.pages(database, (ids) => [ids]),
);

export const sponsorCountsLoader = defineLoader<CountLoader>(({ database }) =>
  sponsorsOfParticipants.totals(database, (ids) => [ids]),
);

/** The promises to each participant that are not accepted yet. Only the participant sees them. */
export const waitingSponsorsLoader = defineLoader<PagedLoader<SponsorRow>>(({ database }) =>
  waitingSponsors.pages(database, (ids) => [ids]),
);

export const waitingSponsorCountsLoader = defineLoader<CountLoader>(({ database }) =>
  waitingSponsors.totals(database, (ids) => [ids]),
);

export const eventSponsorsLoader = defineLoader<Loader<SponsorRow>>(({ database }, viewerId) =>
  loader(
    (ids) => database.all(sponsorsByIds, [viewerId, ids]),
    ({ id }) => id,
  ),
);

/** The viewer's own promise to each participant. */
export const promisesLoader = defineLoader<Loader<SponsorRow>>(({ database }, viewerId) =>
  loader(
    (ids) => database.all(promisesOf, [viewerId, ids]),
    ({ participantId }) => participantId,
  ),
);
