/** A round distance and its length on the map. */
interface ScaleBar {
  meters: number;
  pixels: number;
  /** `500 m`, `2 km`. */
  label: string;
}

/** The longest round distance (1, 2 or 5 times a power of ten) that takes at most `most` pixels. */
export function scaleBar(metersAPixel: number, most: number): ScaleBar {
  const power = 10 ** Math.floor(Math.log10(metersAPixel * most));
  const meters = power * ([5, 2].find((times) => times * power <= metersAPixel * most) ?? 1);
  const label = meters >= 1000 ? `${meters / 1000} km` : `${Number(meters.toPrecision(1))} m`;
  return { meters, pixels: meters / metersAPixel, label };
}
