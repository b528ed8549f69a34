import { Field, Float, ID, InputType } from 'type-graphql';
import { Gender, WeightUnit } from '../enums.ts';
import type { ProfileRow } from '../../src/domain/people/profile.queries.ts';

@InputType({
  description:
    'Changes to a profile; what is left out stays, null empties. A place by name gets its coordinates, by coordinates its name.',
})
export class UpdateProfileInput {
  @Field(() => ID, { description: 'Whose: the id of the profile.' })
  id!: string;
  @Field(() => String, { nullable: true, description: 'Day of birth, YYYY-MM-DD.' })
  birthDate?: string | null;
  @Field(() => Gender, { nullable: true, description: 'Gender.' })
  gender?: 'M' | 'F' | 'O' | null;
  @Field(() => Float, { nullable: true, description: 'Weight, in `weightUnit`.' })
  weight?: number | null;
  @Field(() => WeightUnit, { nullable: true, description: 'Unit of `weight`.' })
  weightUnit?: ProfileRow['weightUnit'] | null;
  @Field(() => String, { nullable: true, description: 'Name of a place, such as `Danville, CA`.' })
  locationName?: string | null;
  @Field(() => Float, { nullable: true, description: 'Latitude, degrees.' })
  locationLat?: number | null;
  @Field(() => Float, { nullable: true, description: 'Longitude, degrees.' })
  locationLng?: number | null;
  @Field(() => Boolean, { defaultValue: false, description: 'Only say what is not valid: nothing is stored.' })
  validateOnly!: boolean;
}
