import { ArgsType, InputType } from 'type-graphql';
import { searchRadius } from '../../src/domain/routes/search-routes.ts';
import { defaultPage, pageCaps } from '../pagination/page-sizes.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { editRule, longest } from '../lengths.ts';
import { inputFields } from '../fields.ts';

@ArgsType()
export class RouteArgs extends inputFields({ id: ['ID!', 'Id of the route.'] }) {}

@ArgsType()
export class RoutesArgs extends inputFields(TwoWayPage, {
  userId: ['ID', 'The user who created them; you by default.'],
}) {}

@ArgsType()
export class SearchRoutesArgs extends inputFields(TwoWayPage, {
  first: ['Int', `The largest number of items to return, up to ${pageCaps.feed}; ${defaultPage} by default.`],
  latitude: ['Float', 'Latitude of the place in degrees.'],
  longitude: ['Float', 'Longitude of the place in degrees.'],
  place: [
    'String',
    'Name of the place instead of its coordinates, such as `Danville, CA`; the place of your own profile by default.',
  ],
  radiusInMeters: ['Float!', 'Radius in meters, up to 321,900.', searchRadius.default],
  minDistanceInMeters: ['Float', 'The smallest length in meters.'],
  maxDistanceInMeters: ['Float', 'The largest length in meters.'],
}) {}

@InputType({ description: 'The workout to create a route from.' })
export class CreateRouteInput extends inputFields({
  workoutId: ['ID!', 'Id of your own workout, which must have points.'],
  name: ['String', `Name, up to ${longest('title')}; by length and nearest town when left out.`],
}) {}

@InputType({ description: `Changes to a route. ${editRule}` })
export class EditRouteInput extends inputFields({
  id: ['ID!', 'Id of the route.'],
  name: ['String', 'Name. It cannot be empty.'],
  privacy: ['Privacy', 'Who may see it. It cannot be empty.'],
}) {}

@InputType({ description: 'The route to delete.' })
export class DeleteRouteInput extends inputFields({ id: ['ID!', 'Id of the route.'] }) {}

@InputType({ description: 'The route.' })
export class FavoriteRouteInput extends inputFields({ id: ['ID!', 'Id of the route.'] }) {}
