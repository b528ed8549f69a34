import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { Privacy, RouteSource } from '../enums.ts';
import type { RouteSourceWord } from '../enums.ts';
import { Node } from '../node.type.ts';
import { User } from '../people/user.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import type { Ref, RowOf } from '../rows.ts';
import { Cost, price } from '../prices.ts';
import { Scope } from '../scope.ts';

@ObjectType({ implements: Node, description: 'A saved route, created from a workout.', simpleResolvers: true })
@Scope('ROUTES_READ')
export class Route extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'Integer id, as in the REST interface.' })
  declare databaseId: number;
  @Field(() => User, { description: 'The user who created it.' })
  owner!: Ref<'User'>;
  @Field(() => String, { description: 'Name. By default it is made of the length and the nearest town.' })
  name!: string;
  @Field(() => Float, { description: 'Length in meters.' })
  distanceInMeters!: number;
  @Field(() => Privacy, {
    description: 'Who may see it. By default it is the privacy of the workout.',
  })
  privacy!: string;
  @Field(() => RouteSource, { description: 'What it was created from.' })
  source!: RouteSourceWord;
  @Field(() => Boolean, { description: 'Whether it is one of your favorites.' })
  isFavorite!: boolean;
  @Field(() => String, { description: 'Encoded polyline (precision 5), simplified to 10 m or 2,000 points.' })
  // Lines are up to 16 kB each.
  @Cost(price('polyline', 5))
  polyline!: string;
  @Field(() => Float, { description: 'Latitude of its start in degrees.' })
  startLatitude!: number;
  @Field(() => Float, { description: 'Longitude of its start in degrees.' })
  startLongitude!: number;
  @Field(() => String, {
    nullable: true,
    description:
      'Signed URL of a map of the route as PNG. It works without an API key and is meant for you only. Null without points.',
  })
  staticMapUrl!: string | null;
  @Field(() => DateTime, { description: 'When it was created.' })
  createdDate!: string;
}

@ObjectType({ description: 'A page of routes.', simpleResolvers: true })
export class RouteConnection extends connectionType<RowOf<'Route'>>(() => Route, 'Route', 'routes') {
  @Field(() => Int, {
    nullable: true,
    description:
      'The total number of items. Null for a search that finds more than a page, since it does not count them.',
  })
  totalCount!: number | null | Promise<number | null>;
}
