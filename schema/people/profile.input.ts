import { InputType } from 'type-graphql';
import { editRule } from '../lengths.ts';
import { inputFields } from '../fields.ts';

@InputType({
  description: `Changes to your own profile. ${editRule} When only the name of a place is given, its coordinates are looked up, and the reverse.`,
})
export class UpdateProfileInput extends inputFields({
  id: ['ID', 'Id of your own profile; it may be left out.'],
  birthDate: ['String', 'Date of birth, YYYY-MM-DD.'],
  gender: ['Gender', 'Gender.'],
  weight: ['Float', 'Weight, in `weightUnit`.'],
  weightUnit: ['WeightUnit', 'Unit of `weight`. It cannot be empty.'],
  locationName: ['String', 'Name of a place, such as `Danville, CA`.'],
  locationLat: ['Float', 'Latitude in degrees.'],
  locationLng: ['Float', 'Longitude in degrees.'],
  validateOnly: ['Boolean!', 'Whether to only validate the fields and store nothing.', false],
}) {}
