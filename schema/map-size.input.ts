import { ArgsType, Field, Int } from 'type-graphql';
import { defaultMapSize, mapEdges } from '../src/domain/maps/map-url.ts';

const edges = `Pixels, 100 to 1000; rounded up to one of ${mapEdges.join(', ')}.`;

@ArgsType()
export class MapSizeArgs {
  @Field(() => Int, { defaultValue: defaultMapSize.width, description: edges })
  width!: number;
  @Field(() => Int, { defaultValue: defaultMapSize.height, description: edges })
  height!: number;
}
