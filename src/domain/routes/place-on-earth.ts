import { earthRadius } from '../rules/units.ts';

/**
 * SQL for a place as a point in space, meters from the middle of the earth: what the index `route_nearby` holds. Straight
 * lines between such points are as long or short as the ways over ground, so "nearest first" is an index scan, and neither
 * poles nor the date line are special.
 */
export function placeOnEarth(latitude: string, longitude: string): string {
  return `cube(array[${axes(latitude, longitude).join(', ')}])`;
}

/**
 * The same with a length as a fourth axis, for the index `route_nearby_length`: so small beside the others that it leaves
 * the order by nearness alone, but a box of places and lengths finds rare lengths among very many routes.
 */
export function placeAndLength(latitude: string, longitude: string, meters: string): string {
  return `cube(array[${[...axes(latitude, longitude), lengthAxis(meters)].join(', ')}])`;
}

/** SQL for the box of what lies within `reach` (straight meters) of a place and is between two lengths long. */
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

/** The straight line's meters that belong to great-circle meters. */
export function straightLine(meters: number): number {
  return 2 * earthRadius * Math.sin(Math.min(Math.PI / 2, meters / (2 * earthRadius)));
}
