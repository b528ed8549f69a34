import { initGraphQLTada } from 'gql.tada';
import type { introspection } from '../../schema/introspection.d.ts';

interface TrackPoint {
  lat: number;
  lng: number;
  time?: string | null;
  elev?: number | null;
  heartRate?: number | null;
  cadence?: number | null;
  power?: number | null;
  temperature?: number | null;
  speed?: number | null;
}

export const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: {
    DatabaseId: number;
    Date: string;
    DateTime: string;
    Gpx: string;
    ImageData: string;
    RecordingData: string;
    Track: TrackPoint[];
    WallClock: string;
  };
}>();
