import { Field, ID, InputType } from 'type-graphql';
import { DistanceUnit, ElevationUnit } from '../enums.ts';
import type { PreferencesRow } from '../../src/domain/people/preferences.queries.ts';

@InputType({ description: 'Changes to preferences. Fields that are left out keep their values.' })
export class UpdatePreferencesInput {
  @Field(() => ID, { description: 'Id of the preferences.' })
  id!: string;
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
  @Field(() => Boolean, { defaultValue: false, description: 'Whether to only validate the fields and store nothing.' })
  validateOnly!: boolean;
}
