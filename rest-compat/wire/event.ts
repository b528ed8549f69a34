import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import { float } from '@runners/wire';
import type { WireMapping } from '@runners/wire';
import { uri } from '../uris.ts';
import { userFields, wireUser } from './user.ts';
import { idField, uriField } from '../contract/description.ts';
import type { Fields, RecordDescription } from '../contract/description.ts';

/** The event, as embedded in a participant (interface, EventParticipant). */
const eventSubset = graphql(`
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

const subsetFields = {
  id: idField,
  resource_uri: uriField,
  name: { type: 'text' },
  home_url: { type: 'URL' },
  info_url: { type: 'URL' },
  start_date: { type: 'local time', about: 'In the time zone of the reader.' },
  end_date: { type: 'local time', about: 'Midnight means the end of that day.' },
} as const satisfies Fields;

/** The description of an event for the contract. */
export const eventRecord = {
  about: 'A charity event.',
  fields: { ...subsetFields, event_logo: { type: 'URL' } },
} as const satisfies RecordDescription;

/** The description of the event inside a participant for the contract. */
export const eventSubsetRecord = {
  about: 'The event, as embedded in a participant.',
  fields: subsetFields,
} as const satisfies RecordDescription;

/** The description of a participant for the contract. */
export const participantRecord = {
  about: 'A user who takes part in a charity event.',
  fields: {
    id: idField,
    resource_uri: uriField,
    description: { type: 'text', about: 'The text of the participant; may be empty.' },
    participant_url: { type: 'URL', about: 'The public web page of the participant.' },
    total_miles_logged: { type: 'float', about: 'Miles of the workouts that count.' },
    active: { type: 'boolean', about: 'Whether the event is in progress for this user.' },
    amount_per_mile: { type: 'float', about: 'The amount raised per mile.' },
    user_goal_in_miles: { type: 'integer', about: '0 while no goal is set.' },
    'event-instance': { type: { record: 'EventInstance subset' } },
    user: { type: { record: 'User' } },
  },
} as const satisfies RecordDescription;
