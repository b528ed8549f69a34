import { ArgsType } from 'type-graphql';
import { defaultMapSize, mapEdges } from '../src/domain/maps/map-url.ts';
import { inputFields } from './fields.ts';

const edges = `Pixels, 100 to 1000; rounded up to one of ${mapEdges.join(', ')}.`;

@ArgsType()
export class MapSizeArgs extends inputFields({
  width: ['Int!', edges, defaultMapSize.width],
  height: ['Int!', edges, defaultMapSize.height],
}) {}
