import type { Prefixed, Stored } from '../../platform/database/columns.ts';
import { userOf } from '../people/user.queries.ts';
import type { UserRow } from '../people/user.queries.ts';
import type { EventParticipant } from './event-participant.entity.ts';
import type { EventRow } from './event.queries.ts';

/** Columns of participations that are read as they are. */
export const participantNames = [
  'id',
  'description',
  'userGoalInMiles',
  'joinedDate',
  'leftDate',
] as const satisfies (keyof Stored<EventParticipant>)[];

/** A participation as it is read, with its event and user: what GraphQL's `EventParticipant` is made from. */
export interface ParticipantRow extends Pick<Stored<EventParticipant>, (typeof participantNames)[number]> {
  event: EventRow;
  user: UserRow;
  /** When the event is on, in the participant's time zone. */
  startsDate: string;
  endsDate: string;
  active: boolean;
  hot: boolean;
  /** Two places. */
  totalMilesLogged: number;
  /** The event's and all sponsors'. */
  amountPerMile: number;
  /** `amountPerMile` × the miles, two places. */
  totalRaised: number;
}

/** A participation as the statements give it. */
export type FlatParticipant = Omit<ParticipantRow, 'event' | 'user'> &
  Prefixed<EventRow, 'event'> &
  Prefixed<UserRow, 'user'>;

/** Puts the parts of a row together. */
export function participantRow(flat: FlatParticipant): ParticipantRow {
  return {
    id: flat.id,
    description: flat.description,
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
