/** A size and its figure. */
export type Sample = readonly [size: number, value: number];

/**
 * The straight line through samples, by least squares, which does not fall: a larger size never counts as cheaper than the measured
 * ones.
 * @param scale what the figure grows with, for example the logarithm of the size
 * @returns null for fewer than two samples
 */
export function line(samples: readonly Sample[], scale: (size: number) => number): ((size: number) => number) | null {
  if (samples.length < 2) return null;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const sizes = samples.map(([size]) => scale(size));
  const [middle, level] = [mean(sizes), mean(samples.map(([, value]) => value))];
  const spread = sizes.reduce((sum, size) => sum + (size - middle) ** 2, 0);
  const together = samples.reduce((sum, [, value], n) => sum + ((sizes[n] ?? 0) - middle) * (value - level), 0);
  const slope = spread === 0 ? 0 : Math.max(0, together / spread);
  return (size) => level + slope * (scale(size) - middle);
}
