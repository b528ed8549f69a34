import type { events as rows } from '../endpoints/events.ts';
import { participantStatuses } from '../enum-values.ts';
import { paging } from './description.ts';
import type { Answer, Descriptions, Parameters } from './description.ts';

const unseen = 'It does not exist, or the current user may not see it.';
const collection = { status: 200, body: { list: 'EventParticipant' } } as const satisfies Answer;
const parameters = {
  user_id: { type: 'integer', default: 'everybody', about: 'The user whose participations are returned.' },
  status: {
    type: 'text',
    default: 'all',
    values: Object.keys(participantStatuses),
    about: 'Only participations that are hot.',
  },
  ...paging,
} as const satisfies Parameters;
const invalid = 'A parameter is not valid.';

/** The descriptions of the rows of charity events. */
export const events: Descriptions<typeof rows> = {
  'GET /event-instance/{event_id}': {
    about: 'One charity event.',
    answers: [{ status: 200, body: { record: 'EventInstance' } }],
    errors: { NOT_FOUND: 'It does not exist.' },
  },
  'GET /event-participant/': {
    about: 'Participations, newest first.',
    query: parameters,
    answers: [collection],
    errors: { INVALID: invalid },
  },
  'GET /event-participant/?user_id={user_id}': {
    about: 'All participations of a user, active and inactive.',
    query: parameters,
    answers: [collection],
    errors: { INVALID: invalid },
  },
  'GET /event-participant/?user_id={user_id}&status=hot': {
    about: 'The hot participations of a user. See [EventParticipant activity](#eventparticipant-activity).',
    query: parameters,
    answers: [collection],
    errors: { INVALID: invalid },
  },
  'GET /event-participant/[participant_id]/': {
    about: 'One participation.',
    answers: [{ status: 200, body: { record: 'EventParticipant' } }],
    errors: { NOT_FOUND: unseen },
  },
};
