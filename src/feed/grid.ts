/** How far "local" reaches, in meters: 200 miles (decisions R13). */
export const localRadius = 321_900;

const metersADegree = 111_195;

/** SQL for the one-degree grid cell of a place; null when a coordinate is. */
export function gridCell(latitude: string, longitude: string): string {
  return `((floor(${latitude})::int + 90) * 361 + floor(${longitude})::int + 180)`;
}

/**
 * The one-degree grid cells that a circle around a place can touch; numbered as `gridCell` does.
 * @param latitude degrees
 * @param longitude degrees
 */
export function cellsAround(latitude: number, longitude: number, radius = localRadius): number[] {
  const reach = radius / metersADegree;
  const south = Math.max(-90, latitude - reach);
  const north = Math.min(90, latitude + reach);
  // Meridians come together towards the poles; a circle that touches one takes in every longitude.
  const narrowest = Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180);
  const width = narrowest < 0.02 ? 180 : Math.min(180, reach / narrowest);
  const cells = new Set<number>();
  for (let row = Math.floor(south); row <= Math.floor(north); row++)
    for (let column = Math.floor(longitude - width); column <= Math.floor(longitude + width); column++)
      cells.add((row + 90) * 361 + ((((column + 180) % 360) + 360) % 360));
  // 180° east is its own column in `gridCell`, beside 180° west.
  if (longitude + width >= 180 || longitude - width <= -180)
    for (let row = Math.floor(south); row <= Math.floor(north); row++) cells.add((row + 90) * 361 + 360);
  return [...cells];
}
