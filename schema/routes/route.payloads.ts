import { Field, ID, ObjectType } from 'type-graphql';
import { Route } from './route.type.ts';
import type { Ref } from '../rows.ts';

@ObjectType({ description: 'Result of a mutation that makes or changes a route.', simpleResolvers: true })
export class RoutePayload {
  @Field(() => Route, { description: 'The route as it is now.' })
  route!: Ref<'Route'>;
}

@ObjectType({ description: 'Result of `deleteRoute`.', simpleResolvers: true })
export class DeleteRoutePayload {
  @Field(() => ID, { description: 'Id of the route that is gone.' })
  deletedId!: string;
}

@ObjectType({ description: 'Result of `toggleFavoriteRoute`.', simpleResolvers: true })
export class ToggleFavoriteRoutePayload {
  @Field(() => Boolean, { description: 'Whether it is a favorite of yours now.' })
  isFavorite!: boolean;
  @Field(() => Route, { description: 'The route.' })
  route!: Ref<'Route'>;
}
