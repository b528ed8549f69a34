import { globalId } from '../../schema/global-id.ts';
import { participantStatuses } from '../enum-values.ts';
import { event, participant } from '../records/events.ts';
import { list, one } from '../rows.ts';

/**
 * The collection of participations: of all users, of one user, or only hot ones. The interface lists it under three labels.
 */
const participants = list('EventParticipants', 'eventParticipants', participant, {
  about: 'Participations, newest first.',
  abouts: {
    'GET /event-participant/?user_id={user_id}': 'All participations of a user, active and inactive.',
    'GET /event-participant/?user_id={user_id}&status=hot':
      'The hot participations of a user. See [EventParticipant activity](#eventparticipant-activity).',
  },
  query: {
    user_id: {
      becomes: 'userId: ID',
      described: { type: 'integer', default: 'everybody', about: 'The user whose participations are returned.' },
      read(args, name) {
        const id = args.idOrNull(name);
        return id == null ? null : globalId('User', id);
      },
    },
    status: {
      becomes: 'hot: Boolean!',
      described: {
        type: 'text',
        default: 'all',
        values: Object.keys(participantStatuses),
        about: 'Only participations that are hot.',
      },
      read: (args, name) => args.wordOrNull(name, participantStatuses) ?? false,
    },
  },
  inParts: true,
  errors: { INVALID: 'A parameter is not valid.' },
});

/** The rows of charity events. */
export const events = {
  'GET /event-instance/{event_id}': one('event', event, 'event_id', {
    about: 'One charity event.',
    errors: { NOT_FOUND: 'It does not exist.' },
  }),
  'GET /event-participant/': participants,
  'GET /event-participant/?user_id={user_id}': participants,
  'GET /event-participant/?user_id={user_id}&status=hot': participants,
  'GET /event-participant/[participant_id]/': one('eventParticipant', participant, 'participant_id', {
    about: 'One participation.',
  }),
};
