import { Field, Float, ID, ObjectType } from 'type-graphql';
import { Gender, WeightUnit } from '../enums.ts';
import { Node } from '../node.type.ts';
import { CalendarDate, DatabaseId } from '../scalars.ts';

@ObjectType({ description: 'About where somebody runs: to a tenth of a degree, some 10 km.', simpleResolvers: true })
class ApproximateLocation {
  @Field(() => Float, { description: 'Latitude, degrees.' })
  latitude!: number;
  @Field(() => Float, { description: 'Longitude, degrees.' })
  longitude!: number;
}

@ObjectType({
  implements: Node,
  description: "Facts about a user's body and place; some of them are shown to oneself and friends only.",
  simpleResolvers: true,
})
export class Profile extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'The integer that REST shows.' })
  declare databaseId: number;
  @Field(() => CalendarDate, { nullable: true, description: 'Day of birth; for oneself and friends.' })
  birthDate!: string | null;
  @Field(() => Gender, { nullable: true, description: 'Gender; null when not said.' })
  gender!: string | null;
  @Field(() => Float, { nullable: true, description: 'Weight, in `weightUnit`; for oneself and friends.' })
  weight!: number | null;
  @Field(() => WeightUnit, { description: 'Unit of `weight`.' })
  weightUnit!: string;
  @Field(() => String, { description: 'Name of the place they run at; may be empty.' })
  locationName!: string;
  @Field(() => Float, { nullable: true, description: 'Latitude of that place, degrees; for oneself and friends.' })
  locationLat!: number | null;
  @Field(() => Float, { nullable: true, description: 'Longitude of that place, degrees; for oneself and friends.' })
  locationLng!: number | null;
  @Field(() => ApproximateLocation, {
    nullable: true,
    description: 'About where that place is, for everybody; null when it is not known.',
  })
  approximateLocation!: ApproximateLocation | null;
}
