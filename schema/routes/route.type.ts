import { Field, Float, ID, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { Privacy } from '../enums.ts';
import { Node } from '../node.type.ts';
import { User } from '../people/user.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import type { Ref, RowOf } from '../rows.ts';

@ObjectType({ implements: Node, description: 'A way to run, made from a workout.', simpleResolvers: true })
export class Route extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'The integer that REST shows.' })
  declare databaseId: number;
  @Field(() => User, { description: 'Who made it.' })
  owner!: Ref<'User'>;
  @Field(() => String, { description: 'Name: by length and town unless another was given.' })
  name!: string;
  @Field(() => Float, { description: 'Length in meters.' })
  distanceInMeters!: number;
  @Field(() => Privacy, {
    description: "Who may see it: the workout's when the route was made, unless it was changed.",
  })
  privacy!: string;
  @Field(() => String, { description: 'Where it comes from: `workout`.' })
  source!: string;
  @Field(() => Boolean, { description: 'Whether you marked it as a favorite.' })
  isFavorite!: boolean;
  @Field(() => String, { description: 'Encoded polyline (precision 5), simplified to 10 m, or to 2,000 points.' })
  polyline!: string;
  @Field(() => Float, { description: 'Latitude of its start, degrees.' })
  startLatitude!: number;
  @Field(() => Float, { description: 'Longitude of its start, degrees.' })
  startLongitude!: number;
  @Field(() => String, {
    nullable: true,
    description: 'Signed URL of a map of it, a PNG; works without a key, for you alone.',
  })
  staticMapUrl!: string | null;
  @Field(() => DateTime, { description: 'When it was made.' })
  createdDate!: string;
}

@ObjectType({ description: 'A page of routes.', simpleResolvers: true })
export class RouteConnection extends connectionType<RowOf<'Route'>>(() => Route, 'Route', 'routes') {}
