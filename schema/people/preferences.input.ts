import { InputType } from 'type-graphql';
import { editRule } from '../lengths.ts';
import { inputFields } from '../fields.ts';

@InputType({ description: `Changes to your own preferences. ${editRule} None of these can be empty.` })
export class UpdatePreferencesInput extends inputFields({
  id: ['ID', 'Id of your own preferences; it may be left out.'],
  weeklyEmailReport: ['Boolean', 'Whether to send a report every week.'],
  monthlyEmailReport: ['Boolean', 'Whether to send a report every month.'],
  annuallyEmailReport: ['Boolean', 'Whether to send a report every year.'],
  distance: ['DistanceUnit', 'Unit for distances.'],
  elevation: ['ElevationUnit', 'Unit for elevations.'],
  timezone: ['String', 'IANA name of the time zone.'],
  unwantedNotifications: [
    '[NotificationKind!]',
    'The kinds of which you do not want to be notified, instead of the former ones. Notifications that you already have stay.',
  ],
  validateOnly: ['Boolean!', 'Whether to only validate the fields and store nothing.', false],
}) {}
