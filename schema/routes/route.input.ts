import { ArgsType, Field, Float, ID, InputType, Int } from 'type-graphql';
import type { Privacy as PrivacyWord } from '../../src/domain/rules/visibility.ts';
import { searchRadius } from '../../src/domain/routes/search-routes.ts';
import { defaultPage, pageCaps } from '../pagination/page-sizes.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { Privacy } from '../enums.ts';
import { editRule, longest } from '../lengths.ts';

@ArgsType()
export class RouteArgs {
  @Field(() => ID, { description: 'Id of the route.' })
  id!: string;
}

@ArgsType()
export class RoutesArgs extends TwoWayPage {
  @Field(() => ID, { nullable: true, description: 'The user who created them; you by default.' })
  userId?: string | null;
}

@ArgsType()
export class SearchRoutesArgs extends TwoWayPage {
  @Field(() => Int, {
    nullable: true,
    description: `The largest number of items to return, up to ${pageCaps.feed}; ${defaultPage} by default.`,
  })
  declare first?: number | null;
  @Field(() => Float, { nullable: true, description: 'Latitude of the place in degrees.' })
  latitude?: number | null;
  @Field(() => Float, { nullable: true, description: 'Longitude of the place in degrees.' })
  longitude?: number | null;
  @Field(() => String, {
    nullable: true,
    description:
      'Name of the place instead of its coordinates, such as `Danville, CA`; the place of your own profile by default.',
  })
  place?: string | null;
  @Field(() => Float, { defaultValue: searchRadius.default, description: 'Radius in meters, up to 321,900.' })
  radiusInMeters!: number;
  @Field(() => Float, { nullable: true, description: 'The smallest length in meters.' })
  minDistanceInMeters?: number | null;
  @Field(() => Float, { nullable: true, description: 'The largest length in meters.' })
  maxDistanceInMeters?: number | null;
}

@InputType({ description: 'The workout to create a route from.' })
export class CreateRouteInput {
  @Field(() => ID, { description: 'Id of your own workout, which must have points.' })
  workoutId!: string;
  @Field(() => String, {
    nullable: true,
    description: `Name, up to ${longest('title')}; by length and nearest town when left out.`,
  })
  name?: string | null;
}

@InputType({ description: `Changes to a route. ${editRule}` })
export class EditRouteInput {
  @Field(() => ID, { description: 'Id of the route.' })
  id!: string;
  @Field(() => String, { nullable: true, description: 'Name. It cannot be empty.' })
  name?: string | null;
  @Field(() => Privacy, { nullable: true, description: 'Who may see it. It cannot be empty.' })
  privacy?: PrivacyWord | null;
}

@InputType({ description: 'The route to delete.' })
export class DeleteRouteInput {
  @Field(() => ID, { description: 'Id of the route.' })
  id!: string;
}

@InputType({ description: 'The route.' })
export class FavoriteRouteInput {
  @Field(() => ID, { description: 'Id of the route.' })
  id!: string;
}
