import { Args, Ctx, FieldResolver, Query, Resolver, Root, ArgsType } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { viewerOf } from '../../src/domain/context.ts';
import { staticMapUrl } from '../../src/domain/maps/map-url.ts';
import { createRoute } from '../../src/domain/routes/create-route.ts';
import { deleteRoute } from '../../src/domain/routes/delete-route.ts';
import { editRoute } from '../../src/domain/routes/edit-route.ts';
import { favoriteRoute } from '../../src/domain/routes/favorite-route.ts';
import { findRoute } from '../../src/domain/routes/find-route.ts';
import { countFavoriteRoutes, listFavoriteRoutes } from '../../src/domain/routes/list-routes.ts';
import { searchRoutes, searchRadius } from '../../src/domain/routes/search-routes.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { pageCaps, defaultPage } from '../pagination/page-sizes.ts';
import { databaseIdOf } from '../global-id.ts';
import { MapSizeArgs } from '../map-size.input.ts';
import { bestFirst, newestFirst } from '../pagination/orders.ts';
import { User } from '../people/user.type.ts';
import { Route, RouteConnection } from './route.type.ts';
import { routesPage } from './routes-page.ts';
import { fromRow } from '../rows.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { price } from '../prices.ts';
import { inputFields } from '../fields.ts';
import { counted, longest, editRule } from '../lengths.ts';
import { input, inputOf, mutation, payloadOf } from '../mutation.ts';

/** The largest number of routes that a search by distance returns. */
const depth = 1000;

@ArgsType()
class RouteArgs extends inputFields({ id: ['ID!', 'Id of the route.'] }) {}

@ArgsType()
class RoutesArgs extends inputFields(TwoWayPage, {
  userId: ['ID', 'The user who created them; you by default.'],
}) {}

@ArgsType()
class SearchRoutesArgs extends inputFields(TwoWayPage, {
  first: ['Int', `The largest number of items to return, up to ${pageCaps.feed}; ${defaultPage} by default.`],
  latitude: ['Float', 'Latitude of the place in degrees.'],
  longitude: ['Float', 'Longitude of the place in degrees.'],
  place: [
    'String',
    'Name of the place instead of its coordinates, such as `Danville, CA`; the place of your own profile by default.',
  ],
  radiusInMeters: ['Float!', `Radius in meters, up to ${counted(searchRadius.most)}.`, searchRadius.default],
  minDistanceInMeters: ['Float', 'The smallest length in meters.'],
  maxDistanceInMeters: ['Float', 'The largest length in meters.'],
}) {}

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

const routePayload = payloadOf('Route', 'Result of a mutation that creates or changes a route.', {
  route: ['Route!', 'The route after the change.'],
});

const favoriteRouteInput = inputOf('FavoriteRoute', 'The route.', { id: ['ID<Route>!', 'Id of the route.'] });

export const routeMutations = [
  mutation('createRoute', {
    about:
      'Creates a route from your own workout, with the same privacy. Creating one from the same workout again returns the existing route.',
    // The route copies the track of a workout.
    scope: ['ROUTES_WRITE', 'WORKOUTS_READ'],
    codes: ['NOT_FOUND', 'NOT_YOURS'],
    cost: price('createRoute'),
    input: input('The workout to create a route from.', {
      workoutId: ['ID<Workout>!', 'Id of your own workout, which must have points.'],
      name: ['String', `Name, up to ${longest('title')}; by length and nearest town when left out.`],
    }),
    payload: routePayload,
    run: async (context, { workoutId, name }) => ({ route: await createRoute(context, workoutId, name) }),
  }),
  mutation('editRoute', {
    about: 'Changes the name or the privacy of your own route.',
    scope: 'ROUTES_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS'],
    input: input(`Changes to a route. ${editRule}`, {
      id: ['ID<Route>!', 'Id of the route.'],
      name: ['String', 'Name. It cannot be empty.'],
      privacy: ['Privacy', 'Who may see it. It cannot be empty.'],
    }),
    payload: routePayload,
    run: async (context, { id, ...changes }) => ({ route: await editRoute(context, id, changes) }),
  }),
  mutation('deleteRoute', {
    about: 'Deletes your own route, also for users who have marked it as a favorite.',
    scope: 'ROUTES_WRITE',
    codes: ['NOT_FOUND', 'NOT_YOURS'],
    input: input('The route to delete.', { id: ['ID<Route>!', 'Id of the route.'] }),
    payload: { deletedId: ['ID!', 'Id of the deleted route.'] },
    run: async (context, { id }, sent) => {
      await deleteRoute(context, id);
      return { deletedId: sent.id };
    },
  }),
  mutation('favoriteRoute', {
    about: 'Marks a route as a favorite. Marking it again changes nothing.',
    scope: 'ROUTES_WRITE',
    codes: ['NOT_FOUND'],
    input: favoriteRouteInput,
    payload: routePayload,
    run: async (context, { id }) => {
      await favoriteRoute(context, id, 'favorite');
      return { route: { id } };
    },
  }),
  mutation('unfavoriteRoute', {
    about: 'Removes a route from your favorites.',
    scope: 'ROUTES_WRITE',
    codes: ['NOT_FOUND'],
    input: favoriteRouteInput,
    payload: routePayload,
    run: async (context, { id }) => {
      await favoriteRoute(context, id, 'unfavorite');
      return { route: { id } };
    },
  }),
  mutation('toggleFavoriteRoute', {
    about: 'Adds a route to your favorites, or removes it from them.',
    scope: 'ROUTES_WRITE',
    codes: ['NOT_FOUND'],
    input: favoriteRouteInput,
    payload: {
      isFavorite: ['Boolean!', 'Whether it is one of your favorites after the change.'],
      route: ['Route!', 'The route.'],
    },
    run: async (context, { id }) => ({
      isFavorite: await favoriteRoute(context, id, 'toggle'),
      route: { id },
    }),
  }),
];
