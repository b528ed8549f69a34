import { ArgsType, Field, Int } from 'type-graphql';
import { defaultMapSize } from '../src/domain/maps/map-url.ts';

@ArgsType()
export class MapSizeArgs {
  @Field(() => Int, { defaultValue: defaultMapSize.width, description: 'Pixels, 100 to 1000.' })
  width!: number;
  @Field(() => Int, { defaultValue: defaultMapSize.height, description: 'Pixels, 100 to 1000.' })
  height!: number;
}
