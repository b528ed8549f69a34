import { Field, ID, ObjectType } from 'type-graphql';
import { Route } from './route.type.ts';
import type { Ref } from '../rows.ts';

@ObjectType({ description: 'Result of a mutation that creates or changes a route.', simpleResolvers: true })
export class RoutePayload {
  @Field(() => Route, { description: 'The route after the change.' })
  route!: Ref<'Route'>;
}

@ObjectType({ description: 'Result of `deleteRoute`.', simpleResolvers: true })
export class DeleteRoutePayload {
  @Field(() => ID, { description: 'Id of the deleted route.' })
  deletedId!: string;
}

@ObjectType({ description: 'Result of `toggleFavoriteRoute`.', simpleResolvers: true })
export class ToggleFavoriteRoutePayload {
  @Field(() => Boolean, { description: 'Whether it is one of your favorites after the change.' })
  isFavorite!: boolean;
  @Field(() => Route, { description: 'The route.' })
  route!: Ref<'Route'>;
}
