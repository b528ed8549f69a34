/** The largest number of corners of all lines of a map. More would not be visible, and drawing them takes seconds. */
const mostCorners = 5000;
/** Steps shorter than this many pixels are not drawn individually. */
const shortestStep = 0.7;

/** The points of lines that are drawn. `segments` are those of `MapView`, and the ends of each are kept. */
export function drawnLines(segments: readonly Float64Array[]): Float64Array[] {
  for (let step = shortestStep; ; step *= 1.5) {
    const lines = segments.map((points) => thinned(points, step));
    const corners = lines.reduce((sum, line) => sum + line.length / 2, 0);
    if (corners <= Math.max(mostCorners, segments.length * 2)) return lines;
  }
}

function thinned(points: Float64Array, step: number): Float64Array {
  const kept = new Float64Array(points.length);
  kept.set(points.subarray(0, 2));
  let end = 2;
  for (let i = 2; i < points.length; i += 2) {
    const isLast = i === points.length - 2;
    const away = Math.hypot(points[i]! - kept[end - 2]!, points[i + 1]! - kept[end - 1]!);
    if (away < step && !isLast) continue;
    kept[end++] = points[i]!;
    kept[end++] = points[i + 1]!;
  }
  return kept.subarray(0, end);
}

/** The corners of one path. The time for drawing a path increases with the square of its crossings with itself. */
const cornersAPath = 50;

/**
 * SVG paths that form the line together, each beginning at the end of the previous one. A single point becomes a dot.
 */
export function pathsOf(line: Float64Array): string[] {
  const at = (i: number) => `${line[i]!.toFixed(1)} ${line[i + 1]!.toFixed(1)}`;
  if (line.length === 2) return [`M${at(0)}h0.01`];
  const paths: string[] = [];
  for (let start = 0; start < line.length - 2; start += cornersAPath * 2) {
    const end = Math.min(line.length - 2, start + cornersAPath * 2);
    let path = `M${at(start)}`;
    for (let i = start + 2; i <= end; i += 2) path += `L${at(i)}`;
    paths.push(path);
  }
  return paths;
}
