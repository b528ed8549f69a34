import { Field, ID, ObjectType } from 'type-graphql';
import { DistanceUnit, ElevationUnit, NotificationKind } from '../enums.ts';
import { Node } from '../node.type.ts';
import type { Ref } from '../rows.ts';
import { DatabaseId } from '../scalars.ts';
import { User } from './user.type.ts';
import { Scope } from '../scope.ts';

@ObjectType({
  implements: Node,
  description: 'Units, time zone and reports that a user has chosen. Only the user can see them.',
  simpleResolvers: true,
})
@Scope('PEOPLE_READ')
export class Preferences extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'Integer id, as in the REST interface.' })
  declare databaseId: number;
  @Field(() => User, { description: 'The user.' })
  user!: Ref<'User'>;
  @Field(() => Boolean, { description: 'Whether the user receives a report every week.' })
  weeklyEmailReport!: boolean;
  @Field(() => Boolean, { description: 'Whether the user receives a report every month.' })
  monthlyEmailReport!: boolean;
  @Field(() => Boolean, { description: 'Whether the user receives a report every year.' })
  annuallyEmailReport!: boolean;
  @Field(() => DistanceUnit, { description: 'Unit for distances.' })
  distance!: string;
  @Field(() => ElevationUnit, { description: 'Unit for elevations.' })
  elevation!: string;
  @Field(() => String, { description: 'IANA name of the time zone.' })
  timezone!: string;
  @Field(() => [NotificationKind], { description: 'The kinds of which the user is not notified.' })
  unwantedNotifications!: string[];
}
