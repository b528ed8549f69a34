import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import { float } from '../formats/wire-value.ts';
import type { WireMapping } from '../formats/wire-value.ts';
import { uri } from '../uris.ts';
import { userFields, wireUser } from './user.ts';

/** The event, as embedded in a participant (interface, EventParticipant). */
export const eventSubset = graphql(`
  fragment eventSubset on Event {
    databaseId
    name
    homeUrl
    infoUrl
    startDate
    endDate
  }
`);

/** Dates without an offset. The client applies the time zone of the user. */
function wireEventSubset(event: ResultOf<typeof eventSubset>): WireMapping {
  return {
    id: event.databaseId,
    resource_uri: uri('event-instance', event.databaseId),
    name: event.name,
    home_url: event.homeUrl,
    info_url: event.infoUrl,
    start_date: event.startDate,
    end_date: event.endDate,
  };
}

/** A charity event (interface, EventInstance). */
export const eventFields = graphql(
  `
    fragment eventFields on Event {
      ...eventSubset
      eventLogo
    }
  `,
  [eventSubset],
);

export function wireEvent(event: ResultOf<typeof eventFields>): WireMapping {
  return { ...wireEventSubset(event), event_logo: event.eventLogo };
}

/** A user taking part in an event (interface, EventParticipant). */
export const participantFields = graphql(
  `
    fragment participantFields on EventParticipant {
      databaseId
      description
      participantUrl
      totalMilesLogged
      active
      amountPerMile
      userGoalInMiles
      event {
        ...eventSubset
      }
      user {
        ...userFields
      }
    }
  `,
  [eventSubset, userFields],
);

export function wireParticipant(participant: ResultOf<typeof participantFields>): WireMapping {
  return {
    id: participant.databaseId,
    resource_uri: uri('event-participant', participant.databaseId),
    description: participant.description,
    participant_url: participant.participantUrl,
    total_miles_logged: float(participant.totalMilesLogged),
    active: participant.active,
    amount_per_mile: float(participant.amountPerMile),
    // Always an integer, as older clients read it: 0 while no goal is set.
    user_goal_in_miles: participant.userGoalInMiles ?? 0,
    'event-instance': wireEventSubset(participant.event),
    user: wireUser(participant.user),
  };
}
