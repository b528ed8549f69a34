import { boolean, embedded, float, included, integer, localTime, self, text, url } from './column.ts';
import { user } from './people.ts';
import { record } from './record.ts';

/** The event, as embedded in a participant (interface, EventParticipant). */
export const eventSubset = record(
  {
    on: 'Event',
    name: 'EventInstance subset',
    fragment: 'eventSubset',
    about: 'The event, as embedded in a participant.',
  },
  {
    ...self('event-instance'),
    name: text('name'),
    home_url: url('homeUrl'),
    info_url: url('infoUrl'),
    start_date: localTime('startDate', { about: 'In the time zone of the reader.' }),
    end_date: localTime('endDate', { about: 'Midnight means the end of that day.' }),
  },
);

/** A charity event (interface, EventInstance). */
export const event = record(
  { on: 'Event', name: 'EventInstance', about: 'A charity event.' },
  { ...included(eventSubset), event_logo: url('eventLogo') },
);

/** A user taking part in an event (interface, EventParticipant). */
export const participant = record(
  {
    on: 'EventParticipant',
    fragment: 'participantFields',
    about: 'A user who takes part in a charity event.',
  },
  {
    ...self('event-participant'),
    description: text('description', { about: 'The text of the participant; may be empty.' }),
    participant_url: url('participantUrl', { about: 'The public web page of the participant.' }),
    total_miles_logged: float('totalMilesLogged', { about: 'Miles of the workouts that count.' }),
    active: boolean('active', { about: 'Whether the event is in progress for this user.' }),
    amount_per_mile: float('amountPerMile', { about: 'The amount raised per mile.' }),
    // Always an integer, as older clients read it.
    user_goal_in_miles: integer('userGoalInMiles', { or: 0, about: '0 while no goal is set.' }),
    'event-instance': embedded('event', eventSubset),
    user: embedded('user', user),
  },
);
