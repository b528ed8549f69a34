import { Arg, Args, Ctx, FieldResolver, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { viewerOf } from '../../src/domain/context.ts';
import { staticMapUrl } from '../../src/domain/maps/map-url.ts';
import { createRoute } from '../../src/domain/routes/create-route.ts';
import { deleteRoute } from '../../src/domain/routes/delete-route.ts';
import { editRoute } from '../../src/domain/routes/edit-route.ts';
import { favoriteRoute } from '../../src/domain/routes/favorite-route.ts';
import { findRoute } from '../../src/domain/routes/find-route.ts';
import { countFavoriteRoutes, listFavoriteRoutes } from '../../src/domain/routes/list-routes.ts';
import { searchRoutes } from '../../src/domain/routes/search-routes.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { pageCaps } from '../pagination/page-sizes.ts';
import { databaseIdOf } from '../global-id.ts';
import { MapSizeArgs } from '../map-size.input.ts';
import { bestFirst, newestFirst } from '../pagination/orders.ts';
import { User } from '../people/user.type.ts';
import {
  CreateRouteInput,
  DeleteRouteInput,
  EditRouteInput,
  FavoriteRouteInput,
  RouteArgs,
  RoutesArgs,
  SearchRoutesArgs,
} from './route.input.ts';
import { Route, RouteConnection } from './route.type.ts';
import { routesPage } from './routes-page.ts';
import { fromRow } from '../rows.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { price } from '../prices.ts';
import { outputFields } from '../fields.ts';

@ObjectType({ description: 'Result of a mutation that creates or changes a route.' })
class RoutePayload extends outputFields({ route: ['Route!', 'The route after the change.'] }) {}

@ObjectType({ description: 'Result of `deleteRoute`.' })
class DeleteRoutePayload extends outputFields({ deletedId: ['ID!', 'Id of the deleted route.'] }) {}

@ObjectType({ description: 'Result of `toggleFavoriteRoute`.' })
class ToggleFavoriteRoutePayload extends outputFields({
  isFavorite: ['Boolean!', 'Whether it is one of your favorites after the change.'],
  route: ['Route!', 'The route.'],
}) {}

const routeId = (id: string) => databaseIdOf('Route', id, 'id');
/** The largest number of routes that a search by distance returns. */
const depth = 1000;

@Resolver(() => Route)
export class RouteResolver implements Resolves<Route, RowOf<'Route'>> {
  @Query(() => Route, { nullable: true, description: 'One route. Null when it does not exist or you may not see it.' })
  @RootField({ scope: 'ROUTES_READ' })
  route(@Args() { id }: RouteArgs, @Ctx() context: Context): Promise<Ref<'Route'> | null> {
    return findRoute(context, databaseIdOf('Route', id));
  }

  @Query(() => RouteConnection, { nullable: true, description: 'The routes that a user has created, newest first.' })
  @RootField({ scope: 'ROUTES_READ', listOf: ['userId', 'User'] })
  routes(@Args() args: RoutesArgs, @Ctx() context: Context): Promise<RouteConnection> {
    const userId = args.userId != null ? databaseIdOf('User', args.userId, 'userId') : viewerOf(context).id;
    return routesPage(context, userId, args);
  }

  @Query(() => RouteConnection, { nullable: true, description: 'Your favorite routes, newest route first.' })
  @RootField({ scope: 'ROUTES_READ' })
  favoriteRoutes(@Args() args: TwoWayPage, @Ctx() context: Context): Promise<RouteConnection> {
    return newestFirst(
      args,
      (page) => listFavoriteRoutes(context, page),
      () => countFavoriteRoutes(context),
    );
  }

  @Query(() => RouteConnection, { nullable: true, description: 'Routes that start near a place, nearest first.' })
  // What it reads grows with what one has: what was written and received, the places of routes. Measured is an ordinary person.
  @RootField({
    scope: 'ROUTES_READ',
    cost: price('searchRoutes', 100),
  })
  searchRoutes(@Args() args: SearchRoutesArgs, @Ctx() context: Context): Promise<RouteConnection> {
    return bestFirst(args, (page) => searchRoutes(context, { ...args, ...page }), {
      cap: pageCaps.feed,
      depth,
      maxOffset: depth,
      count: null,
    });
  }

  @Mutation(() => RoutePayload, {
    nullable: true,
    description:
      'Creates a route from your own workout, with the same privacy. Creating one from the same workout again returns the existing route.',
  })
  // The route copies the track of a workout.
  @RootField({
    scope: ['ROUTES_WRITE', 'WORKOUTS_READ'],
    codes: ['NOT_FOUND', 'NOT_YOURS'],
    cost: price('createRoute'),
  })
  async createRoute(
    @Arg('input', () => CreateRouteInput) { workoutId, name }: CreateRouteInput,
    @Ctx() context: Context,
  ): Promise<RoutePayload> {
    return { route: await createRoute(context, databaseIdOf('Workout', workoutId, 'workoutId'), name) };
  }

  @Mutation(() => RoutePayload, { nullable: true, description: 'Changes the name or the privacy of your own route.' })
  @RootField({
    scope: 'ROUTES_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS'],
  })
  async editRoute(
    @Arg('input', () => EditRouteInput) { id, ...changes }: EditRouteInput,
    @Ctx() context: Context,
  ): Promise<RoutePayload> {
    return { route: await editRoute(context, routeId(id), changes) };
  }

  @Mutation(() => DeleteRoutePayload, {
    nullable: true,
    description: 'Deletes your own route, also for users who have marked it as a favorite.',
  })
  @RootField({ scope: 'ROUTES_WRITE', codes: ['NOT_FOUND', 'NOT_YOURS'] })
  async deleteRoute(
    @Arg('input', () => DeleteRouteInput) { id }: DeleteRouteInput,
    @Ctx() context: Context,
  ): Promise<DeleteRoutePayload> {
    await deleteRoute(context, routeId(id));
    return { deletedId: id };
  }

  @Mutation(() => RoutePayload, {
    nullable: true,
    description: 'Marks a route as a favorite. Marking it again changes nothing.',
  })
  @RootField({ scope: 'ROUTES_WRITE', codes: ['NOT_FOUND'] })
  async favoriteRoute(
    @Arg('input', () => FavoriteRouteInput) { id }: FavoriteRouteInput,
    @Ctx() context: Context,
  ): Promise<RoutePayload> {
    await favoriteRoute(context, routeId(id), 'favorite');
    return { route: { id: routeId(id) } };
  }

  @Mutation(() => RoutePayload, { nullable: true, description: 'Removes a route from your favorites.' })
  @RootField({ scope: 'ROUTES_WRITE', codes: ['NOT_FOUND'] })
  async unfavoriteRoute(
    @Arg('input', () => FavoriteRouteInput) { id }: FavoriteRouteInput,
    @Ctx() context: Context,
  ): Promise<RoutePayload> {
    await favoriteRoute(context, routeId(id), 'unfavorite');
    return { route: { id: routeId(id) } };
  }

  @Mutation(() => ToggleFavoriteRoutePayload, {
    nullable: true,
    description: 'Adds a route to your favorites, or removes it from them.',
  })
  @RootField({ scope: 'ROUTES_WRITE', codes: ['NOT_FOUND'] })
  async toggleFavoriteRoute(
    @Arg('input', () => FavoriteRouteInput) { id }: FavoriteRouteInput,
    @Ctx() context: Context,
  ): Promise<ToggleFavoriteRoutePayload> {
    return { isFavorite: await favoriteRoute(context, routeId(id), 'toggle'), route: { id: routeId(id) } };
  }

  @FieldResolver(() => User)
  owner(@Root() route: Ref<'Route'>, @Ctx() context: Context): Ref<'User'> | Promise<Ref<'User'>> {
    return fromRow(context, 'Route', route, ['ownerId'], ({ ownerId }) => ({ id: ownerId }));
  }

  @FieldResolver(() => String)
  staticMapUrl(
    @Root() route: Ref<'Route'>,
    @Args() size: MapSizeArgs,
    @Ctx() context: Context,
  ): string | null | Promise<string | null> {
    const urlOf = ({ polyline }: { polyline: string }) =>
      staticMapUrl(context, 'route', { id: route.id, polyline }, size);
    return fromRow(context, 'Route', route, ['polyline'], urlOf);
  }
}
