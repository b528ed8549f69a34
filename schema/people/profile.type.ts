import { Field, Float, ID, ObjectType } from 'type-graphql';
import { Gender, WeightUnit } from '../enums.ts';
import { Node } from '../node.type.ts';
import { CalendarDate, DatabaseId } from '../scalars.ts';

@ObjectType({ implements: Node, description: "Facts about a user's body and place.", simpleResolvers: true })
export class Profile extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'The integer that REST shows.' })
  declare databaseId: number;
  @Field(() => CalendarDate, { nullable: true, description: 'Day of birth.' })
  birthDate!: string | null;
  @Field(() => Gender, { nullable: true, description: 'Gender; null when not said.' })
  gender!: string | null;
  @Field(() => Float, { nullable: true, description: 'Weight, in `weightUnit`.' })
  weight!: number | null;
  @Field(() => WeightUnit, { description: 'Unit of `weight`.' })
  weightUnit!: string;
  @Field(() => String, { description: 'Name of the place they run at; may be empty.' })
  locationName!: string;
  @Field(() => Float, { nullable: true, description: 'Latitude of that place, degrees.' })
  locationLat!: number | null;
  @Field(() => Float, { nullable: true, description: 'Longitude of that place, degrees.' })
  locationLng!: number | null;
}
