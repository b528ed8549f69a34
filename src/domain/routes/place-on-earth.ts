import { earthRadius } from '@runners/recordings';

/**
 * SQL for a place as a point in space, in meters from the center of the earth, as the index `route_nearby` contains it.
 * Straight distances between such points have the same order as distances over ground, so that "nearest first" is an
 * index scan, and the poles and the date line need no special treatment.
 */
export function placeOnEarth(latitude: string, longitude: string): string {
  return `cube(array[${axes(latitude, longitude).join(', ')}])`;
}

/**
 * SQL for a place with the length of a route as a fourth axis, for the index `route_nearby_length`. The values of this axis are so small
 * that they do not change the order by distance, but a box of places and lengths finds rare lengths among very many
 * routes.
 */
export function placeAndLength(latitude: string, longitude: string, meters: string): string {
  return `cube(array[${[...axes(latitude, longitude), lengthAxis(meters)].join(', ')}])`;
}

/**
 * SQL for the box that contains everything within `reach` (straight meters) of a place with a length between two
 * bounds.
 */
export function boxAround(latitude: string, longitude: string, reach: string, [from, to]: [string, string]): string {
  const corner = (sign: string, meters: string) =>
    [...axes(latitude, longitude).map((axis) => `${axis} ${sign} ${reach}`), lengthAxis(meters)].join(', ');
  return `cube(array[${corner('-', from)}], array[${corner('+', to)}])`;
}

function axes(latitude: string, longitude: string): string[] {
  const [lat, lng] = [`radians(${latitude})`, `radians(${longitude})`];
  return [`cos(${lat}) * cos(${lng})`, `cos(${lat}) * sin(${lng})`, `sin(${lat})`].map(
    (axis) => `${earthRadius} * ${axis}`,
  );
}

function lengthAxis(meters: string): string {
  return `1e-9::float8 * (${meters})::float8`;
}

/** The length of the straight line in meters that corresponds to great-circle meters. */
export function straightLine(meters: number): number {
  return 2 * earthRadius * Math.sin(Math.min(Math.PI / 2, meters / (2 * earthRadius)));
}
