import { initGraphQLTada } from 'gql.tada';
import type { introspection } from '../schema/introspection.d.ts';
import type { Track } from '../src/domain/tracks/track.ts';

/**
 * Declares a GraphQL document. Its types are derived from the schema, so an incompatible change of the schema breaks
 * the build.
 */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: {
    ID: string;
    DatabaseId: number;
    DateTime: string;
    Date: string;
    WallClock: string;
    Track: Track;
    Gpx: Buffer;
    ImageData: Buffer;
  };
}>();

export type { ResultOf } from 'gql.tada';
