import type { Prefixed, Stored } from '../../platform/database/columns.ts';
import { userOf } from '../people/user.queries.ts';
import type { MayEndEarly } from '../../platform/database/text-bytes.ts';
import type { UserRow } from '../people/user.queries.ts';
import type { EventParticipant } from './event-participant.entity.ts';
import type { EventRow } from './event.queries.ts';

/** Columns of participations that are read unchanged. */
export const participantNames = [
  'id',
  'description',
  'userGoalInMiles',
  'joinedDate',
  'leftDate',
] as const satisfies (keyof Stored<EventParticipant>)[];

/**
 * A participation as it is read, with its event and user, from which the type `EventParticipant` of GraphQL is made.
 */
export interface ParticipantRow extends Pick<Stored<EventParticipant>, (typeof participantNames)[number]>, MayEndEarly {
  event: EventRow;
  user: UserRow;
  /** When the event begins and ends in the time zone of the participant. */
  startsDate: string;
  endsDate: string;
  active: boolean;
  hot: boolean;
  /** Two decimal places. */
  totalMilesLogged: number;
  /** The amount of the event plus those of all sponsors. */
  amountPerMile: number;
  /** `amountPerMile` × the miles, with two decimal places. */
  totalRaised: number;
}

/** A participation in the form that the statements return. */
export type FlatParticipant = Omit<ParticipantRow, 'event' | 'user'> &
  Prefixed<EventRow, 'event'> &
  Prefixed<UserRow, 'user'>;

/** Combines the parts of a row. */
export function participantRow(flat: FlatParticipant): ParticipantRow {
  return {
    id: flat.id,
    description: flat.description,
    endsEarly: flat.endsEarly,
    userGoalInMiles: flat.userGoalInMiles,
    joinedDate: flat.joinedDate,
    leftDate: flat.leftDate,
    startsDate: flat.startsDate,
    endsDate: flat.endsDate,
    active: flat.active,
    hot: flat.hot,
    totalMilesLogged: flat.totalMilesLogged,
    amountPerMile: flat.amountPerMile,
    totalRaised: flat.totalRaised,
    event: {
      id: flat.eventId,
      name: flat.eventName,
      eventLogo: flat.eventEventLogo,
      homeUrl: flat.eventHomeUrl,
      infoUrl: flat.eventInfoUrl,
      startDate: flat.eventStartDate,
      endDate: flat.eventEndDate,
      amountPerMile: flat.eventAmountPerMile,
    },
    user: userOf(flat),
  };
}
