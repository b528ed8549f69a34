import { Field, ID, InputType } from 'type-graphql';
import { DistanceUnit, ElevationUnit } from '../enums.ts';
import type { PreferencesRow } from '../../src/domain/people/preferences.queries.ts';

@InputType({ description: 'Changes to preferences; what is left out stays.' })
export class UpdatePreferencesInput {
  @Field(() => ID, { description: 'Whose: the id of the preferences.' })
  id!: string;
  @Field(() => Boolean, { nullable: true, description: 'A report every week.' })
  weeklyEmailReport?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: 'A report every month.' })
  monthlyEmailReport?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: 'A report every year.' })
  annuallyEmailReport?: boolean | null;
  @Field(() => DistanceUnit, { nullable: true, description: 'Unit for distances.' })
  distance?: PreferencesRow['distance'] | null;
  @Field(() => ElevationUnit, { nullable: true, description: 'Unit for elevations.' })
  elevation?: PreferencesRow['elevation'] | null;
  @Field(() => String, { nullable: true, description: 'Time zone, IANA name.' })
  timezone?: string | null;
  @Field(() => Boolean, { defaultValue: false, description: 'Only say what is not valid: nothing is stored.' })
  validateOnly!: boolean;
}
