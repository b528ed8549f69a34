import { earthRadius, metersADegree } from '@runners/recordings';

/** The radius of the local feed in meters: 200 miles (decisions R13). */
export const localRadius = 321_900;

/** It is rounded down, so that nothing within a radius is missed. */
const wholeMetersADegree = Math.floor(metersADegree);

/** The largest distance in meters of a place in a spot (a tenth of a degree each way) from the center of the spot. */
const spotReach = 7_870;

/**
 * SQL for the spot of a place, a tenth of a degree each way: the number of its one-degree cell, then two digits for
 * the row and the column within; null when a coordinate is.
 */
export function gridSpot(latitude: string, longitude: string): string {
  const tenths = (degrees: string) => `least(9, floor((${degrees} - floor(${degrees})) * 10)::int)`;
  const cell = `((floor(${latitude})::int + 90) * 361 + floor(${longitude})::int + 180)`;
  return `(${cell} * 100 + ${tenths(latitude)} * 10 + ${tenths(longitude)})`;
}

/**
 * SQL for the spot of the place of a user. It locks the profile until the transaction ends, so that a concurrent change
 * of the place also moves this post.
 */
export function spotOfUser(user: string): string {
  return `(select ${gridSpot('f.location_lat', 'f.location_lng')} from profile f where f.id = ${user} for share)`;
}

/**
 * SQL rows `spot, whole` of the spots of a cell that a circle touches. `whole` means that the spot is entirely inside.
 */
export function spotsReached(cell: string, metersFrom: (latitude: string, longitude: string) => string): string {
  const middle = (whole: string, tenth: string) => `(${whole} + (${tenth}) / 10.0 + 0.05)::float8`;
  const meters = metersFrom(middle(`${cell} / 361 - 90`, 'n.sub / 10'), middle(`${cell} % 361 - 180`, 'n.sub % 10'));
  return `select ${cell} * 100 + m.sub as spot, m.meters + ${spotReach} <= ${localRadius} as whole
    from (select n.sub, ${meters} as meters from generate_series(0, 99) n(sub) offset 0) m
    where m.meters - ${spotReach} <= ${localRadius}`;
}

/**
 * The one-degree grid cells that a circle around a place can touch; numbered as in `gridSpot`.
 * @param latitude degrees
 * @param longitude degrees
 */
export function cellsAround(latitude: number, longitude: number, radius = localRadius): number[] {
  const reach = radius / wholeMetersADegree;
  const south = Math.max(-90, latitude - reach);
  const north = Math.min(90, latitude + reach);
  // Meridians converge towards the poles, and a circle that touches a pole includes every longitude.
  const narrowest = Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180);
  const width = narrowest < 0.02 ? 180 : Math.min(180, reach / narrowest);
  const cells = new Set<number>();
  for (let row = Math.floor(south); row <= Math.floor(north); row++)
    for (let column = Math.floor(longitude - width); column <= Math.floor(longitude + width); column++)
      cells.add((row + 90) * 361 + ((((column + 180) % 360) + 360) % 360));
  // 180° east is its own column in `gridSpot`, beside 180° west.
  if (longitude + width >= 180 || longitude - width <= -180)
    for (let row = Math.floor(south); row <= Math.floor(north); row++) cells.add((row + 90) * 361 + 360);
  return [...cells];
}

/** The cells that a circle touches: those entirely inside, and those on its edge. */
export function cellsOfCircle(latitude: number, longitude: number): { whole: number[]; edge: number[] } {
  const whole: number[] = [];
  const edge: number[] = [];
  for (const cell of cellsAround(latitude, longitude)) {
    const [row, column] = [Math.floor(cell / 361) - 90, (cell % 361) - 180];
    // The largest distance in a cell is at one of its corners. The meter is for rounding.
    const inside = [row, Math.min(90, row + 1)].every((y) =>
      [column, column + 1].every((x) => metersBetween(latitude, longitude, y, x) < localRadius - 1),
    );
    (inside ? whole : edge).push(cell);
  }
  return { whole, edge };
}

/** The distance in meters, computed as `metersFrom` in src/domain/feed/feed-rules.ts. */
function metersBetween(latitude: number, longitude: number, otherLatitude: number, otherLongitude: number): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const across = Math.sin(radians(otherLatitude - latitude) / 2) ** 2;
  const along = Math.sin(radians(otherLongitude - longitude) / 2) ** 2;
  const cosines = Math.cos(radians(latitude)) * Math.cos(radians(otherLatitude));
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, across + cosines * along)));
}
