import { Field, ID, ObjectType } from 'type-graphql';
import { DistanceUnit, ElevationUnit } from '../enums.ts';
import { Node } from '../node.type.ts';
import { DatabaseId } from '../scalars.ts';

@ObjectType({
  implements: Node,
  description: 'How a user wants things shown, and which reports they get; seen by that user only.',
  simpleResolvers: true,
})
export class Preferences extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'The integer that REST shows.' })
  declare databaseId: number;
  @Field(() => Boolean, { description: 'Wants a report every week.' })
  weeklyEmailReport!: boolean;
  @Field(() => Boolean, { description: 'Wants a report every month.' })
  monthlyEmailReport!: boolean;
  @Field(() => Boolean, { description: 'Wants a report every year.' })
  annuallyEmailReport!: boolean;
  @Field(() => DistanceUnit, { description: 'Unit for distances.' })
  distance!: string;
  @Field(() => ElevationUnit, { description: 'Unit for elevations.' })
  elevation!: string;
  @Field(() => String, { description: 'Time zone, IANA name.' })
  timezone!: string;
}
