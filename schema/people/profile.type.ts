import { Field, Float, ID, ObjectType } from 'type-graphql';
import { Gender, WeightUnit } from '../enums.ts';
import { Node } from '../node.type.ts';
import type { Ref } from '../rows.ts';
import { CalendarDate, DatabaseId } from '../scalars.ts';
import { User } from './user.type.ts';
import { Scope } from '../scope.ts';

@ObjectType({
  description: 'An approximate location, rounded to a tenth of a degree (about 10 km).',
  simpleResolvers: true,
})
class ApproximateLocation {
  @Field(() => Float, { description: 'Latitude in degrees.' })
  latitude!: number;
  @Field(() => Float, { description: 'Longitude in degrees.' })
  longitude!: number;
}

/** The input of this name is a text, and its successor has the type of the field. */
export const insteadOfBirthDate = 'Use dateOfBirth. It will be removed after 2027-12-31.';

@ObjectType({
  implements: Node,
  description: 'Physical data and location of a user. Some fields are visible to the user and friends only.',
  simpleResolvers: true,
})
@Scope('PEOPLE_READ')
export class Profile extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'Integer id, as in the REST interface.' })
  declare databaseId: number;
  @Field(() => User, { description: 'The user.' })
  user!: Ref<'User'>;
  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Date of birth. Visible to the user and friends. Null when the user has not stated it.',
  })
  dateOfBirth!: string | null;
  @Field(() => CalendarDate, {
    nullable: true,
    description: 'The same as `dateOfBirth`; null likewise.',
    deprecationReason: insteadOfBirthDate,
  })
  birthDate!: string | null;
  @Field(() => Gender, { nullable: true, description: 'Gender. Null when the user has not stated it.' })
  gender!: string | null;
  @Field(() => Float, { nullable: true, description: 'Weight, in `weightUnit`. Visible to the user and friends.' })
  weight!: number | null;
  @Field(() => WeightUnit, { description: 'Unit of `weight`.' })
  weightUnit!: string;
  @Field(() => String, { description: 'Name of the place where the user runs; may be empty.' })
  locationName!: string;
  @Field(() => Float, {
    nullable: true,
    description: 'Latitude of that place in degrees. Visible to the user and friends.',
  })
  locationLat!: number | null;
  @Field(() => Float, {
    nullable: true,
    description: 'Longitude of that place in degrees. Visible to the user and friends.',
  })
  locationLng!: number | null;
  @Field(() => ApproximateLocation, {
    nullable: true,
    description: 'Approximate location of that place, visible to everyone. Null when it is unknown.',
  })
  approximateLocation!: ApproximateLocation | null;
}
