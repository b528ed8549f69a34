import { ArgsType, Field, Float, ID, InputType, Int } from 'type-graphql';
import type { Privacy as PrivacyWord } from '../../src/domain/rules/visibility.ts';
import { searchRadius } from '../../src/domain/routes/search-routes.ts';
import { defaultPage, pageCaps } from '../pagination/page-sizes.ts';
import { ForwardPage } from '../pagination/page.input.ts';
import { Privacy } from '../enums.ts';
import { longest } from '../lengths.ts';

@ArgsType()
export class RouteArgs {
  @Field(() => ID, { description: 'Id of the route.' })
  id!: string;
}

@ArgsType()
export class RoutesArgs extends ForwardPage {
  @Field(() => ID, { nullable: true, description: 'Who made them; you when left out.' })
  userId?: string | null;
}

@ArgsType()
export class SearchRoutesArgs extends ForwardPage {
  @Field(() => Int, { defaultValue: defaultPage, description: `Most items wanted, up to ${pageCaps.feed}.` })
  declare first: number;
  @Field(() => Float, { nullable: true, description: 'Latitude of the place, degrees.' })
  latitude?: number | null;
  @Field(() => Float, { nullable: true, description: 'Longitude of the place, degrees.' })
  longitude?: number | null;
  @Field(() => String, {
    nullable: true,
    description: 'Name of the place instead, such as `Danville, CA`. With neither, the place of your own profile.',
  })
  place?: string | null;
  @Field(() => Float, { defaultValue: searchRadius.default, description: 'Meters around it, up to 321,900.' })
  radiusInMeters!: number;
  @Field(() => Float, { nullable: true, description: 'Length at least, in meters.' })
  minDistanceInMeters?: number | null;
  @Field(() => Float, { nullable: true, description: 'Length at most, in meters.' })
  maxDistanceInMeters?: number | null;
}

@InputType({ description: 'What to make a route from.' })
export class CreateRouteInput {
  @Field(() => ID, { description: 'Id of your own workout; it must have points.' })
  workoutId!: string;
  @Field(() => String, {
    nullable: true,
    description: `Name, up to ${longest('title')}; by length and nearest town when left out.`,
  })
  name?: string | null;
}

@InputType({ description: 'Changes to a route; what is left out stays.' })
export class EditRouteInput {
  @Field(() => ID, { description: 'Id of the route.' })
  id!: string;
  @Field(() => String, { nullable: true, description: 'Name.' })
  name?: string | null;
  @Field(() => Privacy, { nullable: true, description: 'Who may see it.' })
  privacy?: PrivacyWord | null;
}

@InputType({ description: 'Which route to delete.' })
export class DeleteRouteInput {
  @Field(() => ID, { description: 'Id of the route.' })
  id!: string;
}

@InputType({ description: 'Which route.' })
export class FavoriteRouteInput {
  @Field(() => ID, { description: 'Id of the route.' })
  id!: string;
}
