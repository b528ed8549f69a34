import { Field, Float, ID, InputType } from 'type-graphql';
import { editRule } from '../lengths.ts';
import { Gender, WeightUnit } from '../enums.ts';
import type { ProfileRow } from '../../src/domain/people/profile.queries.ts';

@InputType({
  description: `Changes to your own profile. ${editRule} When only the name of a place is given, its coordinates are looked up, and the reverse.`,
})
export class UpdateProfileInput {
  @Field(() => ID, { nullable: true, description: 'Id of your own profile; it may be left out.' })
  id?: string | null;
  @Field(() => String, { nullable: true, description: 'Date of birth, YYYY-MM-DD.' })
  birthDate?: string | null;
  @Field(() => Gender, { nullable: true, description: 'Gender.' })
  gender?: 'M' | 'F' | 'O' | null;
  @Field(() => Float, { nullable: true, description: 'Weight, in `weightUnit`.' })
  weight?: number | null;
  @Field(() => WeightUnit, { nullable: true, description: 'Unit of `weight`. It cannot be empty.' })
  weightUnit?: ProfileRow['weightUnit'] | null;
  @Field(() => String, { nullable: true, description: 'Name of a place, such as `Danville, CA`.' })
  locationName?: string | null;
  @Field(() => Float, { nullable: true, description: 'Latitude in degrees.' })
  locationLat?: number | null;
  @Field(() => Float, { nullable: true, description: 'Longitude in degrees.' })
  locationLng?: number | null;
  @Field(() => Boolean, { defaultValue: false, description: 'Whether to only validate the fields and store nothing.' })
  validateOnly!: boolean;
}
