import { Field, ID, InputType } from 'type-graphql';
import { editRule } from '../lengths.ts';
import { DistanceUnit, ElevationUnit, NotificationKind } from '../enums.ts';
import type { PreferencesRow } from '../../src/domain/people/preferences.queries.ts';

@InputType({ description: `Changes to your own preferences. ${editRule} None of these can be empty.` })
export class UpdatePreferencesInput {
  @Field(() => ID, { nullable: true, description: 'Id of your own preferences; it may be left out.' })
  id?: string | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether to send a report every week.' })
  weeklyEmailReport?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether to send a report every month.' })
  monthlyEmailReport?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: 'Whether to send a report every year.' })
  annuallyEmailReport?: boolean | null;
  @Field(() => DistanceUnit, { nullable: true, description: 'Unit for distances.' })
  distance?: PreferencesRow['distance'] | null;
  @Field(() => ElevationUnit, { nullable: true, description: 'Unit for elevations.' })
  elevation?: PreferencesRow['elevation'] | null;
  @Field(() => String, { nullable: true, description: 'IANA name of the time zone.' })
  timezone?: string | null;
  @Field(() => [NotificationKind], {
    nullable: true,
    description:
      'The kinds of which you do not want to be notified, instead of the former ones. Notifications that you already have stay.',
  })
  unwantedNotifications?: PreferencesRow['unwantedNotifications'] | null;
  @Field(() => Boolean, { defaultValue: false, description: 'Whether to only validate the fields and store nothing.' })
  validateOnly!: boolean;
}
